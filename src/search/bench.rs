//! The signature: fixed positions searched to a fixed depth with one thread.

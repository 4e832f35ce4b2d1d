//! Many things done next to one another and told in order.
//!
//! Answers come out as soon as everything before them has: nobody waits for the end of the input, and
//! no more of it is held than is being worked on.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use rayon::ThreadPool;

use super::failure::Failure;

/// How far reading may be ahead of telling. One hard thing must not keep the others waiting, and a long
/// input must not fill the memory.
const AHEAD: usize = 1024;

/// Results that wait for their turn.
struct Desk<R, T> {
    /// The next to be told.
    next: usize,
    waiting: BTreeMap<usize, R>,
    tell: T,
    failure: Option<Failure>,
}

impl<R, T: FnMut(R) -> Result<(), Failure>> Desk<R, T> {
    /// Takes a result and tells all whose turn has come.
    fn put(&mut self, index: usize, result: R) {
        self.waiting.insert(index, result);
        while self.failure.is_none()
            && let Some(result) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.failure = (self.tell)(result).err();
        }
    }
}

/// Works on every item on the threads of a pool, and tells the results in order. `work` is told by its
/// second argument when nobody wants the results any more.
///
/// # Errors
/// The first failure of telling, which ends everything, or of an item, after what came before it.
pub(super) fn in_order<I: Send, R: Send>(
    pool: &ThreadPool,
    items: impl Iterator<Item = Result<I, Failure>>,
    work: impl Fn(I, &AtomicBool) -> R + Sync,
    tell: impl FnMut(R) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    if pool.current_num_threads() == 1 {
        return one_by_one(pool, items, work, tell);
    }
    let desk = Desk { next: 0, waiting: BTreeMap::new(), tell, failure: None };
    let (desk, told, cancelled) = (Mutex::new(desk), Condvar::new(), AtomicBool::new(false));
    let (desk_of, told_of, cancelled_of, work) = (&desk, &told, &cancelled, &work);
    let mut unread = None;
    pool.in_place_scope_fifo(|scope| {
        for (index, item) in items.enumerate() {
            let mut desk = lock(desk_of);
            while desk.failure.is_none() && index >= desk.next + AHEAD {
                desk = told_of.wait(desk).unwrap_or_else(PoisonError::into_inner);
            }
            if desk.failure.is_some() {
                break;
            }
            drop(desk);
            let item = match item {
                Ok(item) => item,
                Err(failure) => {
                    unread = Some(failure);
                    break;
                }
            };
            scope.spawn_fifo(move |_| {
                if cancelled_of.load(Ordering::Relaxed) {
                    return;
                }
                let result = work(item, cancelled_of);
                let mut desk = lock(desk_of);
                desk.put(index, result);
                if desk.failure.is_some() {
                    cancelled_of.store(true, Ordering::Relaxed);
                }
                told_of.notify_all();
            });
        }
    });
    let failure = desk.into_inner().unwrap_or_else(PoisonError::into_inner).failure;
    failure.or(unread).map_or(Ok(()), Err)
}

/// The same on one thread, which has the machine to itself while it works: nothing is read meanwhile.
fn one_by_one<I: Send, R: Send>(
    pool: &ThreadPool,
    items: impl Iterator<Item = Result<I, Failure>>,
    work: impl Fn(I, &AtomicBool) -> R + Sync,
    mut tell: impl FnMut(R) -> Result<(), Failure> + Send,
) -> Result<(), Failure> {
    let never = AtomicBool::new(false);
    for item in items {
        let item = item?;
        tell(pool.install(|| work(item, &never)))?;
    }
    Ok(())
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pool(threads: usize) -> ThreadPool {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()
    }

    /// Results come in order, the first of them long before the input ends.
    #[test]
    fn results_come_in_order_and_early() {
        let told = Mutex::new(Vec::new());
        let items = (0..5_000_u32).map(|i| {
            if i == 4_000 {
                assert!(told.lock().unwrap().len() > 4_000 - AHEAD - 10);
            }
            Ok(i)
        });
        let tell = |r: u32| {
            told.lock().unwrap().push(r);
            Ok(())
        };
        in_order(&pool(3), items, |i, _| i * 2, tell).unwrap();
        let told = told.into_inner().unwrap();
        assert_eq!(told, (0..5_000).map(|i| i * 2).collect::<Vec<_>>());
    }

    #[test]
    fn a_failure_ends_everything() {
        for threads in [1, 2] {
            let mut told = 0;
            let tell = |_| {
                told += 1;
                if told == 3 { Err(Failure::Data("enough".to_owned())) } else { Ok(()) }
            };
            let done = in_order(&pool(threads), (0..).map(Ok), |i: u32, _| i, tell);
            assert_eq!(done.unwrap_err().to_string(), "enough");
            assert_eq!(told, 3);

            let items =
                (0..10).map(|i| if i < 4 { Ok(i) } else { Err(Failure::Data("gone".into())) });
            let mut told = Vec::new();
            let tell = |i| {
                told.push(i);
                Ok(())
            };
            let done = in_order(&pool(threads), items, |i: u32, _| i, tell);
            assert_eq!(done.unwrap_err().to_string(), "gone");
            assert_eq!(told, [0, 1, 2, 3]);
        }
    }
}

//! The four shapes of a point joined into one threat class.

use super::shape::Shape;

/// What a stone on a point would make altogether, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Class {
    /// Nothing that matters.
    Nothing = 0,
    /// At best a sleeping two.
    Weak = 1,
    /// One two.
    Two = 2,
    /// Two twos or more.
    DoubleTwo = 3,
    /// A sleeping three.
    SleepingThree = 4,
    /// A sleeping three together with a two or a second sleeping three.
    SleepingThreePlus = 5,
    /// A three.
    Three = 6,
    /// A three together with a two or a sleeping three.
    ThreePlus = 7,
    /// Two threes or more.
    DoubleThree = 8,
    /// A four.
    Four = 9,
    /// A four together with a two or a sleeping three.
    FourPlus = 10,
    /// A four and a three.
    FourThree = 11,
    /// Two fours.
    DoubleFour = 12,
    /// A straight four.
    StraightFour = 13,
    /// Five: the win.
    Five = 14,
}

/// Number of classes, rounded up to a power of two for indexing.
pub const CLASSES: usize = 16;

impl Class {
    /// All classes, weakest first: the index is the value.
    pub const ALL: [Class; 15] = [
        Class::Nothing,
        Class::Weak,
        Class::Two,
        Class::DoubleTwo,
        Class::SleepingThree,
        Class::SleepingThreePlus,
        Class::Three,
        Class::ThreePlus,
        Class::DoubleThree,
        Class::Four,
        Class::FourPlus,
        Class::FourThree,
        Class::DoubleFour,
        Class::StraightFour,
        Class::Five,
    ];

    /// The class of a point whose four lines have this tally.
    #[must_use]
    pub const fn of(tally: Tally) -> Class {
        let twos = tally.sleeping_threes() + tally.twos();
        if tally.fives() > 0 {
            Class::Five
        } else if tally.straight_fours() > 0 {
            Class::StraightFour
        } else if tally.fours() >= 2 {
            Class::DoubleFour
        } else if tally.fours() == 1 {
            if tally.threes() > tally.fours_and_threes() {
                Class::FourThree
            } else if twos > 0 {
                Class::FourPlus
            } else {
                Class::Four
            }
        } else if tally.threes() >= 2 {
            Class::DoubleThree
        } else if tally.threes() == 1 {
            if twos > 0 { Class::ThreePlus } else { Class::Three }
        } else if tally.sleeping_threes() > 0 {
            if twos > 1 { Class::SleepingThreePlus } else { Class::SleepingThree }
        } else if tally.twos() >= 2 {
            Class::DoubleTwo
        } else if tally.twos() == 1 {
            Class::Two
        } else if tally.weak() > 0 {
            Class::Weak
        } else {
            Class::Nothing
        }
    }
}

/// How many lines of a point have which kind of shape: nine counters of four bits.
///
/// A double four on one line counts as two fours, and a shape of two kinds counts for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tally(u64);

/// Names the counters and their places.
macro_rules! counters {
    ($($(#[$doc:meta])* $name:ident $place:literal),* $(,)?) => {
        impl Tally {
            $($(#[$doc])*
            #[must_use]
            pub const fn $name(self) -> u64 {
                self.0 >> $place & 15
            })*
        }
    };
}

counters! {
    /// Lines with a five.
    fives 0,
    /// Lines with a straight four.
    straight_fours 4,
    /// Fours, straight fours included.
    fours 8,
    /// Lines with a four that is a three as well.
    fours_and_threes 12,
    /// Lines with a three.
    threes 16,
    /// Lines with a sleeping three.
    sleeping_threes 20,
    /// Lines with a two.
    twos 24,
    /// Lines with a sleeping two or a one.
    weak 28,
    /// Lines with an overline.
    overlines 32,
}

impl Tally {
    /// No line.
    pub const NONE: Tally = Tally(0);

    /// One line with a shape.
    #[must_use]
    pub const fn of(shape: Shape) -> Tally {
        Tally(match shape {
            Shape::Dead | Shape::SleepingOne => 0,
            Shape::One | Shape::SleepingTwo => 1 << 28,
            Shape::Two | Shape::WideTwo => 1 << 24,
            Shape::SleepingThree => 1 << 20,
            Shape::WideSleepingThree => 1 << 20 | 1 << 24,
            Shape::Three | Shape::WideThree => 1 << 16,
            Shape::Four => 1 << 8,
            Shape::FourAndThree => 1 << 8 | 1 << 12 | 1 << 16,
            Shape::DoubleFour => 2 << 8,
            Shape::StraightFour => 1 << 8 | 1 << 4,
            Shape::Five => 1,
            Shape::Overline => 1 << 32,
        })
    }

    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Tally) -> Tally {
        Tally(self.0 + other.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_join() {
        use Shape::{
            Dead, DoubleFour, Five, Four, FourAndThree, SleepingThree, StraightFour, Three, Two,
            WideSleepingThree,
        };
        for (shapes, class) in [
            ([Dead; 4], Class::Nothing),
            ([Two, Dead, Dead, Dead], Class::Two),
            ([Two, Two, Dead, Dead], Class::DoubleTwo),
            ([SleepingThree, Dead, Dead, Dead], Class::SleepingThree),
            ([WideSleepingThree, Dead, Dead, Dead], Class::SleepingThreePlus),
            ([Three, Two, Dead, Dead], Class::ThreePlus),
            ([Three, Dead, Three, Dead], Class::DoubleThree),
            ([Four, Dead, Dead, Two], Class::FourPlus),
            ([Four, Dead, Three, Dead], Class::FourThree),
            ([FourAndThree, Dead, Dead, Dead], Class::Four),
            ([FourAndThree, Three, Dead, Dead], Class::FourThree),
            ([Four, Four, Dead, Dead], Class::DoubleFour),
            ([DoubleFour, Three, Dead, Dead], Class::DoubleFour),
            ([StraightFour, Four, Dead, Dead], Class::StraightFour),
            ([Five, Four, Four, Dead], Class::Five),
        ] {
            let tally = shapes.iter().fold(Tally::NONE, |sum, &s| sum.plus(Tally::of(s)));
            assert_eq!(Class::of(tally), class, "{shapes:?}");
        }
    }
}

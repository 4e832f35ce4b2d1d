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

    /// Joins the shapes of the four lines, wherever they come from.
    #[must_use]
    pub fn of(shapes: [Shape; 4]) -> Class {
        let count = |f: fn(Shape) -> bool| shapes.iter().filter(|&&s| f(s)).count();
        let has = |shape| shapes.contains(&shape);
        let fours = count(Shape::is_four);
        let threes = count(Shape::is_three);
        let sleeping = count(|s| matches!(s, Shape::SleepingThree | Shape::WideSleepingThree));
        let twos = count(|s| matches!(s, Shape::Two | Shape::WideTwo | Shape::WideSleepingThree));
        let weak = count(|s| matches!(s, Shape::One | Shape::SleepingTwo));
        if has(Shape::Five) {
            Class::Five
        } else if has(Shape::StraightFour) {
            Class::StraightFour
        } else if fours >= 2 || has(Shape::DoubleFour) {
            Class::DoubleFour
        } else if fours == 1 && threes - usize::from(has(Shape::FourAndThree)) >= 1 {
            Class::FourThree
        } else if fours == 1 {
            if sleeping + twos > 0 { Class::FourPlus } else { Class::Four }
        } else if threes >= 2 {
            Class::DoubleThree
        } else if threes == 1 {
            if sleeping + twos > 0 { Class::ThreePlus } else { Class::Three }
        } else if sleeping > 0 {
            if sleeping + twos > 1 { Class::SleepingThreePlus } else { Class::SleepingThree }
        } else if twos >= 2 {
            Class::DoubleTwo
        } else if twos == 1 {
            Class::Two
        } else if weak > 0 {
            Class::Weak
        } else {
            Class::Nothing
        }
    }
}

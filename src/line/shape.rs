//! What one stone makes on one line.

/// The shape that a stone would make on a line, weakest first. `◇` is the stone, `·` an empty cell,
/// `|` an enemy stone or the edge.
///
/// The words are defined by play, not by a list of pictures: a shape of `k` is *open* if one more
/// stone can turn it into an open shape of `k + 1`, and the open shape of four is the straight four.
/// It is *sleeping* if one more stone can turn it into a (simple) shape of `k + 1` at best.
///
/// The values from 8 up, those with the highest of the four bits, are the threats and the overline: a
/// point without any of them is no threat and no foul.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Shape {
    /// `|·◇··|` no five can ever arise here.
    Dead = 0,
    /// `|◇····` a stone that can become a sleeping two.
    SleepingOne = 1,
    /// `··◇···` a stone that can become a two.
    One = 2,
    /// `|●◇···` two stones that can become a sleeping three.
    SleepingTwo = 3,
    /// `·●··◇·` two stones that can become a three, in one or two ways.
    Two = 4,
    /// `··●◇··` two stones that can become a three in three or more ways.
    WideTwo = 5,
    /// `|●●◇··` one more stone makes a four.
    SleepingThree = 6,
    /// `●··●◇·` a sleeping three that is a two as well.
    WideSleepingThree = 7,
    /// `●●●◇●●` six or more where only five count: worth nothing, and perhaps a foul.
    Overline = 8,
    /// `|·●●◇·` one more stone makes a straight four, in one way.
    Three = 9,
    /// `··●●◇··` one more stone makes a straight four, in two or more ways.
    WideThree = 10,
    /// `|●●●◇·` one more stone makes a five.
    Four = 11,
    /// `●·●●◇··` a four that is a three as well: only where six wins and the double three is a foul.
    FourAndThree = 12,
    /// `●·●◇●·●` two fours on one line, two ways to five.
    DoubleFour = 13,
    /// `·●●◇●·` an unbroken four with two ways to five.
    StraightFour = 14,
    /// `●●●◇●` the win.
    Five = 15,
}

impl Shape {
    /// All shapes, weakest first: the index is the value.
    pub const ALL: [Shape; 16] = [
        Shape::Dead,
        Shape::SleepingOne,
        Shape::One,
        Shape::SleepingTwo,
        Shape::Two,
        Shape::WideTwo,
        Shape::SleepingThree,
        Shape::WideSleepingThree,
        Shape::Overline,
        Shape::Three,
        Shape::WideThree,
        Shape::Four,
        Shape::FourAndThree,
        Shape::DoubleFour,
        Shape::StraightFour,
        Shape::Five,
    ];

    /// The shape with this value; only the low four bits count.
    #[inline]
    #[must_use]
    pub const fn from_nibble(value: u8) -> Shape {
        Shape::ALL[(value & 15) as usize]
    }

    /// Whether one more stone makes a five.
    #[must_use]
    pub const fn is_four(self) -> bool {
        matches!(self, Shape::Four | Shape::FourAndThree | Shape::DoubleFour | Shape::StraightFour)
    }

    /// Whether one more stone makes a straight four (a three that is also a four included).
    #[must_use]
    pub const fn is_three(self) -> bool {
        matches!(self, Shape::Three | Shape::WideThree | Shape::FourAndThree)
    }
}

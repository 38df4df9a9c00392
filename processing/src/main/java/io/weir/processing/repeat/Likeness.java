package io.weir.processing.repeat;

/** When a value says nothing new to who holds another one. Stateless; may be shared by threads. */
@FunctionalInterface
public interface Likeness {

    /** Only what is spelled alike is alike. */
    Likeness SAME = Value::isSpelledLike;

    /** May a reader go on with {@code held} where {@code value} was sent? */
    boolean isLike(Value held, Value value);
}

package io.weir.writer.store;

import java.util.List;

/**
 * A destination of lines: how its address looks, and what it can do.
 *
 * @param <U> its addresses
 */
public interface TargetKind<U extends StoreUrl> {

    /** The scheme of its addresses. */
    String scheme();

    /** All schemes of its addresses. */
    default List<String> schemes() {
        return List.of(scheme());
    }

    /** The form of its addresses, for operators. */
    String form();

    /** The abilities of the store. */
    StoreAbilities abilities();

    /** The type of its addresses. */
    Class<U> urls();
}

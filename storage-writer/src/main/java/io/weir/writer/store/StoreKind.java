package io.weir.writer.store;

/**
 * A database that lines can be written to: how its address looks, what it can do, and how it is
 * opened.
 *
 * @param <U> its addresses
 */
public interface StoreKind<U extends StoreUrl> {

    /** The scheme of its addresses; with an {@code s} after it, they mean TLS. */
    String scheme();

    /** The form of its addresses, for operators. */
    String form();

    /** What the store can do. */
    StoreAbilities abilities();

    /** The type of its addresses. */
    Class<U> urls();

    /**
     * Reads an address with its scheme.
     *
     * @throws io.weir.contract.config.Refusal with the error and the expected forms
     */
    U parse(Address address);

    /** Opens the store without connecting; the first call connects. */
    Store open(U url, StoreOptions options);
}

package io.weir.writer.store;

/**
 * A database on a server that lines can be written to: how its address looks, what it can do, and how it is
 * opened. With an {@code s} after the scheme, its addresses mean TLS.
 *
 * @param <U> its addresses
 */
public interface StoreKind<U extends StoreUrl> extends TargetKind<U> {

    /**
     * Reads an address with its scheme.
     *
     * @throws io.weir.contract.config.Refusal with the error and the expected forms
     */
    U parse(Address address);

    /** Whether a store may have several addresses, such as the nodes of a cluster. */
    default boolean hasSeveralAddresses() {
        return true;
    }

    /** Opens the store without connecting; the first call connects. */
    Store open(U url, StoreOptions options);
}

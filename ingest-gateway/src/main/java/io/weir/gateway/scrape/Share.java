package io.weir.gateway.scrape;

/** The part of all targets that this gateway scrapes. Thread-safe. */
public interface Share extends AutoCloseable {
    /** A share of all targets. */
    Share ALL = new Share() {
        @Override
        public boolean hasTarget(long hash) {
            return true;
        }

        @Override
        public String toString() {
            return "all targets";
        }
    };

    /** Whether the target with this hash is scraped here. Never blocks. */
    boolean hasTarget(long hash);

    @Override
    default void close() {}
}

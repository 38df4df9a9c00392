package io.weir.writer;

import java.util.List;
import java.util.Optional;

/** A real store for the contract tests. */
interface TestStore extends AutoCloseable {
    /** The address for the writer. */
    String url();

    /** The writer's password or token. */
    default Optional<String> token() {
        return Optional.empty();
    }

    /**
     * The values of a field of a measurement, in the order of time, once all written ones are
     * visible: numbers and booleans as JSON, texts without quotes. Points without the field are left
     * out.
     */
    List<String> values(String measurement, String field);

    /** Stops the server; its data stays. */
    void stop();

    /** Starts the server again. */
    void start();

    @Override
    void close();
}

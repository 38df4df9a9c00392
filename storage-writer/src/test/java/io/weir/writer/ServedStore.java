package io.weir.writer;

import io.weir.writer.testing.ServerProcess;

/** A store whose server is one process. */
interface ServedStore extends TestStore {
    ServerProcess server();

    @Override
    default void stop() {
        server().stop();
    }

    @Override
    default void start() {
        server().start();
    }

    @Override
    default void close() {
        server().close();
    }
}

package io.weir.benchmarks.harness;

import io.weir.writer.testing.EmbeddedQuestDb;
import java.nio.file.Path;

/** Runs only a QuestDB as a process: {@code QuestDbServer DIRECTORY PORT}. */
public final class QuestDbServer {
    private QuestDbServer() {}

    /** Runs until the process is stopped. */
    public static void main(String[] arguments) throws InterruptedException {
        EmbeddedQuestDb store = new EmbeddedQuestDb(Path.of(arguments[0]), Integer.parseInt(arguments[1])).start();
        Runtime.getRuntime().addShutdownHook(new Thread(store::close));
        Thread.currentThread().join();
    }
}

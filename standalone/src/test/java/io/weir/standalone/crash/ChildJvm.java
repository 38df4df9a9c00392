package io.weir.standalone.crash;

import io.weir.standalone.ClassArchive;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** A JVM with the test's class path. */
public final class ChildJvm {

    private ChildJvm() {}

    /** Starts {@code main}; its output goes to {@code log}. */
    public static Process start(Class<?> main, Path log, String... args) throws IOException {
        return start(Map.of(), main, log, args);
    }

    /** The same with more variables in its environment. */
    public static Process start(Map<String, String> environment, Class<?> main, Path log, String... args)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1"));
        command.addAll(ClassArchive.options(System.getProperty("java.class.path")));
        command.add(main.getName());
        command.addAll(Arrays.asList(args));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        return builder.start();
    }
}

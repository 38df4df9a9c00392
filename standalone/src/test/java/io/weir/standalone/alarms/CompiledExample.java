package io.weir.standalone.alarms;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import javax.tools.ToolProvider;

/**
 * A Java program of {@code docs/examples}, compiled with the test's class path, which contains more
 * than a user needs.
 */
final class CompiledExample implements AutoCloseable {

    private final URLClassLoader loader;
    private final Class<?> program;

    /** Compiles it into a directory. */
    CompiledExample(String name, Path classes) throws Exception {
        Path example = Path.of("..", "docs", "examples", name + ".java");
        int failed = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-d",
                        classes.toString(),
                        example.toString());
        assertThat(failed).as("javac of %s", example).isZero();
        loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
        program = loader.loadClass(name);
    }

    /** Runs it until the thread is interrupted. */
    Thread start(String... arguments) {
        Thread thread = new Thread(
                () -> {
                    try {
                        program.getMethod("main", String[].class).invoke(null, (Object) arguments);
                    } catch (ReflectiveOperationException e) {
                        // Interrupted, which is how a test ends it.
                    }
                },
                program.getName());
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}

package io.weir.query.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An answer of some 400 MB of texts needs little memory: a process of its own has a heap of 96 MiB. */
class AnswerMemoryTest {
    private static final int LENGTH = 400;
    private static final int TEXTS = 1_000_000;

    @Test
    void rowsOfParquetAreNotAllInMemory() throws Exception {
        answer("parquet", TEXTS, LENGTH);
    }

    @ParameterizedTest
    @Tag("long")
    @CsvSource({"parquet, 400, 1000000", "parquet, 8000000, 10", "ndjson, 1000000, 400", "csv, 1000000, 400"})
    void valuesAreNotAllInMemory(String format, int texts, int length) throws Exception {
        answer(format, texts, length);
    }

    private static void answer(String format, int texts, int length) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx96m", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LargeAnswer.class.getName()));
        command.addAll(List.of(format, Integer.toString(texts), Integer.toString(length)));
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        // The JVM would report these options in the output.
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        // After the warnings of a library about the log.
        assertThat(output.lines().toList()).last(as(STRING)).matches("[1-9][0-9]+");
    }
}

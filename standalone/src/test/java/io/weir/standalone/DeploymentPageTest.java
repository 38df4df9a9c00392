package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.Declaration;
import io.weir.writer.WriterConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code docs/deployment.md} names only existing variables and commands. */
class DeploymentPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern VARIABLE = Pattern.compile("\\b[A-Z0-9]+_[A-Z0-9_]+\\b");
    private static final Pattern COMMAND = Pattern.compile("(?m) weir ([a-z]+)$");

    /** A variable of Java, one that Kubernetes generates, one of the image's tests, and a state of health. */
    private static final Set<String> OTHERS =
            Set.of("JDK_JAVA_OPTIONS", "WEIR_GATEWAY_PORT", "TESTCONTAINERS_RYUK_DISABLED", "NOT_READY");

    private final String page = Files.readString(ROOT.resolve("docs/deployment.md"));

    DeploymentPageTest() throws IOException {}

    @Test
    void namesOnlyVariablesThatMeanSomething() throws IOException {
        Set<String> known = new TreeSet<>(OTHERS);
        known.add(WriterConfig.TOKEN);
        ServiceKinds.ALL.forEach(kind ->
                ReferencePages.keysOf(kind).stream().map(Declaration::variable).forEach(known::add));
        known.addAll(found(Files.readString(ROOT.resolve("docker/compose.yaml"))));
        known.addAll(found(Files.readString(ROOT.resolve("docker/compose.scale.yaml"))));

        assertThat(found(page)).contains("WEIR_GATEWAY_ID", "WEIR_IMAGE").isSubsetOf(known);
    }

    @Test
    void startsOnlyServicesThatThereAre() {
        Stream<String> started = COMMAND.matcher(page).results().map(match -> match.group(1));

        assertThat(started)
                .contains("gateway", "processing")
                .isSubsetOf(Weir.commandLine().getSubcommands().keySet());
    }

    private static Set<String> found(String text) {
        return VARIABLE.matcher(text).results().map(match -> match.group()).collect(Collectors.toSet());
    }
}

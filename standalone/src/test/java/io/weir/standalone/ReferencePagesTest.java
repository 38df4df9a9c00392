package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.contract.config.Declaration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The pages on settings, commands, rights and meters match the code; {@code weir.docs.write} writes
 * them.
 */
class ReferencePagesTest {
    private static final Path DOCS = Path.of("..", "docs");
    private static final String GENERATED =
            "<!-- Generated from here on: run build/docs, edit only what is above. -->\n";

    private static final Pattern METER = Pattern.compile("\\bweir_[a-z_]+\\b");

    /** An example begins with the name of its file, which is the name of its command. */
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\\n(# (\\w+)\\.yaml.*?)```", Pattern.DOTALL);

    @Test
    void everySettingIsDocumented() throws IOException {
        says("configuration.md", ReferencePages.settings());
    }

    @Test
    void everyCommandIsDocumented() throws IOException {
        says("commands.md", ReferencePages.commands());
    }

    @Test
    void everyRightIsDocumented() throws IOException {
        says("security.md", ReferencePages.rights());
    }

    @Test
    void everyMeterIsDocumented() throws IOException {
        says("operations.md", ReferencePages.meters());
    }

    @Test
    void everyAbilityOfAStoreIsDocumented() throws IOException {
        says("storage.md", ReferencePages.stores());
    }

    @Test
    void onlyMetersThatThereAreAreSpokenOf() throws IOException {
        Set<String> meters = DeclaredMeters.read().keySet();

        assertThat(METER.matcher(Files.readString(DOCS.resolve("operations.md")))
                        .results())
                .isNotEmpty()
                .extracting(MatchResult::group)
                .isSubsetOf(meters);
    }

    @Test
    void aVariableIsTheSameForAServiceAloneAndInUp() {
        List<String> inUp =
                ReferencePages.keysOfUp().stream().map(Declaration::variable).toList();

        for (ServiceKind kind : ServiceKinds.ALL) {
            Stream<String> own = ReferencePages.keysOf(kind).stream().map(Declaration::variable);
            assertThat(own).as(kind.name()).isNotEmpty().isSubsetOf(inUp);
        }
    }

    @ParameterizedTest
    @CsvSource({"configuration.md, gateway", "deployment.md, gateway", "notifications.md, notifier", "relay.md, relay"})
    void everyExampleIsTaken(String page, String command, @TempDir Path directory) throws IOException {
        List<MatchResult> examples =
                EXAMPLE.matcher(Files.readString(DOCS.resolve(page))).results().toList();

        assertThat(examples).extracting(example -> example.group(2)).contains(command);
        for (MatchResult example : examples) {
            Path file = Files.writeString(directory.resolve("settings.yaml"), example.group(1));
            read(example.group(2), file);
        }
    }

    /** @throws io.weir.contract.config.MistakesException with all mistakes of the file */
    private static void read(String command, Path file) {
        if (command.equals("up")) {
            Settings.ofAll(ServiceKinds.ALL, Optional.of(file), Map.of());
            return;
        }
        ServiceKind kind = ServiceKinds.ALL.stream()
                .filter(each -> each.name().equals(command))
                .findAny()
                .orElseThrow();
        Settings.ofOne(kind, Optional.of(file), Map.of());
    }

    private static void says(String page, String generated) throws IOException {
        Path file = DOCS.resolve(page);
        String committed = Files.readString(file);
        int end = committed.indexOf(GENERATED) + GENERATED.length();
        assertThat(committed).as("docs/" + page).contains(GENERATED);
        if (Boolean.getBoolean("weir.docs.write")) {
            Files.writeString(file, committed.substring(0, end) + generated);
        } else {
            assertThat(committed.substring(end))
                    .as("docs/%s is not what the code says any more: run build/docs, and commit the page", page)
                    .isEqualTo(generated);
        }
    }
}

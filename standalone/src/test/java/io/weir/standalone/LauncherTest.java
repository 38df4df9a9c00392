package io.weir.standalone;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The script {@code ./weir} in a separate repository, and that of the distribution, with stubs of
 * Maven and Java.
 */
@EnabledOnOs({OS.LINUX, OS.MAC})
class LauncherTest {

    private static final String BUILDS = """
            echo '[INFO] Building Weir 0.1.0-SNAPSHOT           [1/3]'
            echo '[INFO] Downloading from central: https://repo.example/a/thing-1.0.pom'
            echo '[INFO] Downloaded from central: https://repo.example/a/thing-1.0.pom (1 kB at 2 kB/s)'
            echo '[INFO] Downloading from central: https://repo.example/a/thing-1.0.jar'
            echo '[INFO] Building Weir: contract 0.1.0-SNAPSHOT [2/3]'
            """;
    private static final String SUCCEEDS = """
            mkdir -p standalone/target/weir
            cp launcher standalone/target/weir/weir
            echo '[INFO] Building Weir: standalone 0.1.0-SNAPSHOT [3/3]'
            """;
    /** A java that prints its arguments, and archives its classes if an argument asks for it. */
    private static final String RECORDS = """
            printf '%s\\n' "$@"
            for argument; do
              case $argument in
                -XX:ArchiveClassesAtExit=*) echo classes >"${argument#*=}" ;;
              esac
            done
            exit "${EXIT:-0}"
            """;

    private static final Path DISTRIBUTED = Path.of("src", "main", "dist", "weir");
    private static final String FAILS = """
            echo "[ERROR] Metric.java:[1,2] ';' expected"
            echo "[ERROR] Metric.java:[1,2] ';' expected"
            echo '[ERROR] '
            echo '[ERROR] -> [Help 1]'
            exit 1
            """;

    private final Path root;

    LauncherTest(@TempDir Path directory) throws IOException {
        root = directory.toRealPath();
    }

    @BeforeEach
    void makeRepository() throws Exception {
        Files.copy(Path.of("..", "weir"), root.resolve("weir"));
        Files.copy(DISTRIBUTED, root.resolve("launcher"));
        Files.createDirectory(root.resolve("bin"));
        String java = "if [ \"$1\" = -version ]; then echo 'openjdk version \"17.0.9\"' >&2; else echo started; fi\n";
        program("java", java);
        program("javac", java);
    }

    @Test
    void printsTheModulesInPlainLinesAndStarts() throws Exception {
        program("mvn", BUILDS + SUCCEEDS);

        assertThat(run("bash", "weir", "up").lines())
                .containsExactly(
                        "building (the first time takes a few minutes)",
                        "building 1/3 Weir",
                        "downloading missing dependencies",
                        "building 2/3 contract",
                        "building 3/3 standalone",
                        "started");
        assertThat(run("bash", "weir", "up"))
                .as("what is built is not built again")
                .isEqualTo("started\n");
    }

    @Test
    void librariesAreListedAgainOnlyAfterAChangeOfAPom() throws Exception {
        Path pom = Files.writeString(root.resolve("pom.xml"), "<project/>");
        Path built = root.resolve("standalone/target/weir");
        String skips = "-Dcyclonedx.skip=true -Dlicense.skipAddThirdParty=true";
        program("mvn", "echo \"$*\" >arguments\n" + SUCCEEDS + """
                mkdir -p standalone/target/weir/app standalone/target/weir/legal
                touch standalone/target/weir/legal/bom.json standalone/target/weir/legal/third-party.txt
                """);
        Path arguments = root.resolve("arguments");

        run("bash", "weir", "up");
        assertThat(arguments).content().doesNotContain("skip=true");

        Path sources = Files.createDirectories(root.resolve("standalone/src/main"));
        Files.writeString(sources.resolve("Weir.java"), "class Weir {}");
        run("bash", "weir", "up");
        assertThat(arguments).content().contains(skips);

        // As after a build by Maven alone.
        Files.delete(built.resolve("built"));
        Path old = Files.writeString(built.resolve("app").resolve("old.jar"), "");
        run("bash", "weir", "up");
        assertThat(arguments).content().contains(skips);
        assertThat(old).doesNotExist();

        Files.writeString(pom, "<project></project>");
        Files.writeString(built.resolve("app").resolve("old.jar"), "");
        run("bash", "weir", "up");
        assertThat(arguments).content().doesNotContain("skip=true");
        assertThat(old).doesNotExist();
    }

    @Test
    void aFailedCheckOfLicencesIsRepeated() throws Exception {
        program("mvn", """
                echo "$*" >arguments
                mkdir -p standalone/target/weir/legal
                touch standalone/target/weir/legal/bom.json standalone/target/weir/legal/third-party.txt
                exit 1
                """);

        for (int build = 0; build < 2; build++) {
            assertThat(run("bash", "weir", "up")).contains("weir: the build failed");
            assertThat(root.resolve("arguments")).content().doesNotContain("skip=true");
        }
    }

    @Test
    void aFailedBuildShowsEachMistakeOnceAndTheLog() throws Exception {
        program("mvn", BUILDS + FAILS);

        assertThat(run("bash", "weir", "up").lines().skip(4))
                .containsExactly(
                        "[ERROR] Metric.java:[1,2] ';' expected",
                        "weir: the build failed; see Maven's output in " + root.resolve("standalone/target/build.log"));
        assertThat(root.resolve("standalone/target/build.log")).content().contains("Building Weir: contract");
    }

    @Test
    void aFailedBuildWithoutErrorsShowsItsEnd() throws Exception {
        program("mvn", "echo 'mvn: no space left'; exit 1\n");

        assertThat(run("bash", "weir", "up")).contains("mvn: no space left\n", "weir: the build failed");
    }

    @Test
    void onATerminalOneLineIsRewritten() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "script is there");
        program("mvn", BUILDS + SUCCEEDS);

        String written = run("script", "-qec", "stty cols 30; bash ./weir up", "/dev/null");

        assertThat(written.chars().filter(sign -> sign == '\n')).hasSize(1);
        assertThat(List.of(written.split("\r\033\\[K|\r?\n")))
                .contains("building 1/3 Weir: downloadin")
                .anyMatch(line -> line.matches("building 2/3 contract … \\d+ s"))
                .anyMatch(line -> line.matches("building 3/3 standalone … \\d+ s"))
                .endsWith("started")
                .allMatch(line -> line.length() < 30);
    }

    @Test
    void theDistributionStartsByItselfWhereverItIsPut() throws Exception {
        Path installed = distribution();
        program("java", "printf '%s\\n' \"$@\"\n");

        assertThat(run("sh", "-c", "weir doctor --data 'a b'").lines())
                .containsSubsequence(
                        "@" + installed + "/weir.options",
                        "-cp",
                        installed + "/app/*:" + installed + "/lib/*",
                        Weir.class.getName(),
                        "doctor",
                        "--data",
                        "a b");
    }

    @Test
    void messagesOfTheSystemAreInEnglish() throws Exception {
        distribution();
        program("java", "echo messages in $LANGUAGE\n");

        assertThat(run("sh", "-c", "LANGUAGE=de weir query up; LANGUAGE=de weir up"))
                .isEqualTo("messages in C\nmessages in C\n");
    }

    @Test
    void theFirstAlarmCommandLeavesAnArchiveOfClassesToLaterCommands() throws Exception {
        Path installed = distribution();
        program("java", RECORDS);

        assertThat(run("sh", "-c", "weir up; weir health; weir alarms list --help; EXIT=1 weir alarms list || true"))
                .as("services do not use it, other commands and failed ones do not make it")
                .doesNotContain("SharedArchiveFile");
        assertThat(installed.toFile().list()).containsExactlyInAnyOrder("app", "lib", "weir");

        String made = run("sh", "-c", "umask 077; weir alarms list");
        Path archive = archive(installed);
        assertThat(made).contains("ArchiveClassesAtExit=" + archive);
        assertThat(Files.getPosixFilePermissions(archive)).contains(PosixFilePermission.OTHERS_READ);
        for (String command : List.of("health", "query up", "series", "alarms list")) {
            assertThat(run("sh", "-c", "weir " + command)).contains("-XX:SharedArchiveFile=" + archive + "\n");
        }
        assertThat(run("sh", "-c", "weir up; weir rules run")).doesNotContain("SharedArchiveFile");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "echo >opt/app/new.jar",
                "touch -t 200001010000 opt/lib/old.jar",
                "rm opt/lib/old.jar",
                "echo '# another JVM' >>bin/java",
            })
    void aChangeOutdatesTheArchive(String change) throws Exception {
        Path installed = distribution();
        Files.createFile(installed.resolve("lib").resolve("old.jar"));
        program("java", RECORDS);
        run("sh", "-c", "weir alarms list");
        Path archive = archive(installed);

        run("sh", "-c", change);
        Files.createFile(installed.resolve("commands.jsa"));
        Files.createFile(installed.resolve("commands-1.jsa.77"));

        assertThat(run("sh", "-c", "weir health")).doesNotContain("SharedArchiveFile");
        assertThat(run("sh", "-c", "weir alarms stats")).contains("ArchiveClassesAtExit=");
        assertThat(archive(installed)).as("the only one").isNotEqualTo(archive);
        assertThat(run("sh", "-c", "weir health")).contains("-XX:SharedArchiveFile=" + archive(installed) + "\n");
    }

    @Test
    void aCopyDoesNotUseTheArchiveOfTheOriginal() throws Exception {
        distribution();
        program("java", RECORDS);
        run("sh", "-c", "weir alarms list; cp -a opt copy");

        assertThat(run("sh", "-c", "copy/weir health")).doesNotContain("SharedArchiveFile");
        assertThat(run("sh", "-c", "weir health")).contains("SharedArchiveFile");
    }

    @Test
    void theExitCodeOfACommandThatMakesTheArchiveIsItsOwn() throws Exception {
        Path installed = distribution();
        program("java", RECORDS);

        assertThat(run("sh", "-c", "EXIT=3 weir alarms list; echo code $?")).endsWith("code 3\n");
        program("mv", "exit 1\n");
        assertThat(run("sh", "-c", "weir alarms list; echo code $?")).endsWith("code 0\n");
        assertThat(installed.toFile().list()).containsExactlyInAnyOrder("app", "lib", "weir");
    }

    @Test
    void aSignalToACommandThatMakesTheArchiveEndsItsJvm() throws Exception {
        Path installed = distribution();
        program("java", """
                trap 'echo ended; exit 143' TERM
                for argument; do
                  case $argument in
                    -XX:ArchiveClassesAtExit=*) echo classes >"${argument#*=}" ;;
                  esac
                done
                touch running
                while :; do sleep 0.05; done
                """);

        assertThat(run("sh", "-c", """
                weir alarms list &
                until [ -e running ]; do sleep 0.05; done
                kill $!
                wait $!
                echo code $?
                """)).isEqualTo("ended\ncode 143\n");
        assertThat(installed.toFile().list()).containsExactlyInAnyOrder("app", "lib", "weir");
    }

    /** The only file besides the directories of jars and the command. */
    private static Path archive(Path installed) throws IOException {
        try (Stream<Path> files = Files.list(installed)) {
            List<Path> others = files.filter(
                            file -> !Set.of("app", "lib", "weir").contains(String.valueOf(file.getFileName())))
                    .toList();
            assertThat(others).singleElement().asString().matches(".*/commands-\\d+\\.jsa");
            return others.get(0);
        }
    }

    /** The distribution with empty directories of jars, whose command is on the path. */
    private Path distribution() throws IOException {
        Path installed = Files.createDirectory(root.resolve("opt"));
        Files.createDirectory(installed.resolve("app"));
        Files.createDirectory(installed.resolve("lib"));
        Files.copy(DISTRIBUTED, installed.resolve("weir"));
        assertThat(installed.resolve("weir").toFile().setExecutable(true)).isTrue();
        Files.createSymbolicLink(root.resolve("bin").resolve("weir"), installed.resolve("weir"));
        return installed;
    }

    private void program(String name, String text) throws Exception {
        Path file = root.resolve("bin").resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private String run(String... command) throws Exception {
        Path output = Files.createTempFile(root, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(root.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        Map<String, String> environment = builder.environment();
        environment.keySet().removeAll(List.of("JAVA_HOME", "CI", "NO_COLOR", "COLUMNS", "WEIR_JAVA_OPTS"));
        environment.put("TERM", "xterm");
        environment.put("LC_ALL", "C.UTF-8");
        environment.merge("PATH", root.resolve("bin").toString(), (path, ours) -> ours + ":" + path);
        Process process = builder.start();
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends").isTrue();
        return Files.readString(output, UTF_8);
    }
}

package io.weir.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Properties of the image that its Dockerfile shows; {@code docker/smoke.sh} tests the others. */
class DockerfileTest {
    private static final Path ROOT = Path.of("..");

    private final List<String> lines = Files.readAllLines(ROOT.resolve("docker/Dockerfile"));

    DockerfileTest() throws IOException {}

    @Test
    void leavesTheEmbeddedKafkaAndStoreOut() throws IOException {
        List<String> copied = lines.stream()
                .filter(line -> line.startsWith("COPY --from=dist "))
                .map(line -> line.split(" ")[2])
                .toList();

        assertThat(copied).containsExactly("/weir/weir.options", "/weir/lib", "/weir/app", "/weir/legal");
        assertThat(Files.readAllLines(ROOT.resolve(".dockerignore"))).contains("standalone/target/weir/embedded");
    }

    @Test
    void hasEveryOptionFromTheDistribution() throws IOException {
        assertThat(only("ENTRYPOINT")).startsWith("ENTRYPOINT [\"java\", \"@/opt/weir/weir.options\", ");
        assertThat(Files.readString(ROOT.resolve("standalone/src/main/dist/weir")))
                .contains("\"@$dist/weir.options\"");
        assertThat(ROOT.resolve("standalone/src/main/dist/weir.options")).exists();
    }

    @Test
    void runsTheCommandWithoutAShellAndWithoutRights() {
        assertThat(only("ENTRYPOINT")).endsWith("\"" + Weir.class.getName() + "\"]");
        assertThat(only("USER")).matches("USER [1-9]\\d*:[1-9]\\d*");
    }

    @Test
    void needsNoShellForItsHealthCheckEither() {
        assertThat(lines.get(lines.indexOf(only("HEALTHCHECK")) + 1))
                .startsWith("    CMD [\"java\", ")
                .endsWith("\"" + HealthCheck.class.getName() + "\"]");
    }

    @Test
    void runsNothingOfTheImagesOwnPlatform() {
        List<String> own = lines.subList(lines.indexOf("FROM ${BASE_IMAGE}"), lines.size());

        // Maven runs only on the builder's platform, so that no platform needs emulation.
        assertThat(own).noneMatch(line -> line.startsWith("RUN "));
        assertThat(lines).contains("FROM --platform=$BUILDPLATFORM ${BUILD_IMAGE} AS built");
    }

    @Test
    void exposesWhereEveryServiceServesMeters() {
        assertThat(only("EXPOSE"))
                .contains(ServiceKinds.ALL.stream()
                        .map(kind -> " " + kind.metersPort())
                        .toArray(String[]::new));
    }

    private String only(String instruction) {
        List<String> found = lines.stream()
                .filter(line -> line.startsWith(instruction + " "))
                .toList();
        assertThat(found).as(instruction).hasSize(1);
        return found.get(0);
    }
}

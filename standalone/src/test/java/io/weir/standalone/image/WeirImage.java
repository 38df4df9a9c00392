package io.weir.standalone.image;

import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Capability;
import io.weir.writer.testing.Containers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.OneShotStartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * The image of {@code docker/Dockerfile}. Without Docker or the image, a test is skipped with a
 * line that names the remedy, also with {@code WEIR_TEST_NO_SKIPS=true}. This variable covers only
 * Debian's packages: a build machine may not be allowed to run containers.
 */
final class WeirImage {
    private static final String NAME =
            Optional.ofNullable(System.getenv("WEIR_TEST_IMAGE")).orElse("weir");

    private static final long MEMORY = 1L << 30;
    private static final Duration READY_WITHIN = Duration.ofSeconds(60);

    private WeirImage() {}

    /** Skips the test if it cannot run here. */
    static void require() {
        Assumptions.assumeTrue(
                Containers.canStart(), "No Docker to test the image with: start one, or name it in DOCKER_HOST");
        Assumptions.assumeTrue(
                isThere(),
                "Docker has no image " + NAME + ": docker build -f docker/Dockerfile -t weir ., or name another in"
                        + " WEIR_TEST_IMAGE");
    }

    /**
     * A service as compose.yaml runs it: without capabilities, with only {@code /tmp} writable,
     * with 1 GiB of memory.
     */
    static GenericContainer<?> service(String name, int port, Map<String, String> environment) {
        GenericContainer<?> container = new GenericContainer<>(NAME)
                .withCommand(name)
                .withEnv("WEIR_METERS_HOST", "0.0.0.0")
                .withEnv(environment)
                .withExposedPorts(port)
                .withTmpFs(Map.of("/tmp", "exec"))
                .withNetworkAliases(name)
                .waitingFor(Wait.forHttp("/health/live").forPort(port).withStartupTimeout(READY_WITHIN));
        return container.withCreateContainerCmdModifier(command -> Objects.requireNonNull(command.getHostConfig())
                .withReadonlyRootfs(true)
                .withMemory(MEMORY)
                .withCapDrop(Capability.ALL));
    }

    /** A command that ends by itself. */
    static GenericContainer<?> command(String... words) {
        return new GenericContainer<>(NAME)
                .withCommand(words)
                .withStartupCheckStrategy(new OneShotStartupCheckStrategy().withTimeout(READY_WITHIN));
    }

    /** The image's health check command, to run in one of its containers. */
    static String[] healthCheck() {
        List<String> test = Objects.requireNonNull(Objects.requireNonNull(DockerClientFactory.instance()
                        .client()
                        .inspectImageCmd(NAME)
                        .exec()
                        .getConfig())
                .getHealthcheck()
                .getTest());
        return test.subList(1, test.size()).toArray(String[]::new);
    }

    static long memory() {
        return MEMORY;
    }

    private static boolean isThere() {
        try {
            DockerClientFactory.instance().client().inspectImageCmd(NAME).exec();
            return true;
        } catch (NotFoundException e) {
            return false;
        }
    }
}

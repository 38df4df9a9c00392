package io.weir.writer.testing;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;

/** Containers, if Docker is available. */
public final class Containers {
    private static final Duration IMAGES_WITHIN = Duration.ofSeconds(60);

    private Containers() {}

    /** Whether Docker answers. */
    public static boolean canStart() {
        boolean isThere = System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
        return isThere && DockerClientFactory.instance().isDockerAvailable();
    }

    /**
     * A container of this image with this port, if Docker answers and provides the image in time.
     */
    static Optional<GenericContainer<?>> start(String image, int port) {
        if (!canStart()) {
            return Optional.empty();
        }
        GenericContainer<?> container = new GenericContainer<>(image).withExposedPorts(port);
        CompletableFuture<Void> start = CompletableFuture.runAsync(container::start);
        try {
            start.get(IMAGES_WITHIN.toSeconds(), TimeUnit.SECONDS);
            return Optional.of(container);
        } catch (TimeoutException | ExecutionException e) {
            // Images are not available without a network. Stops a container that starts too late.
            CompletableFuture<Void> unused = start.thenRun(container::stop);
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The address of the container's port. */
    static String address(GenericContainer<?> container, int port) {
        return container.getHost() + ":" + container.getMappedPort(port);
    }
}

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

/** Stores in containers. */
final class Containers {
    private static final Duration IMAGES_WITHIN = Duration.ofSeconds(60);

    private Containers() {}

    /** A container of this image with this port, if Docker answers and has or gets the images in time. */
    static Optional<GenericContainer<?>> start(String image, int port) {
        boolean isThere = System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
        if (!isThere || !DockerClientFactory.instance().isDockerAvailable()) {
            return Optional.empty();
        }
        GenericContainer<?> container = new GenericContainer<>(image).withExposedPorts(port);
        CompletableFuture<Void> start = CompletableFuture.runAsync(container::start);
        try {
            start.get(IMAGES_WITHIN.toSeconds(), TimeUnit.SECONDS);
            return Optional.of(container);
        } catch (TimeoutException | ExecutionException e) {
            // Without a network the images cannot come; a start that still succeeds must not stay behind.
            CompletableFuture<Void> unused = start.thenRun(container::stop);
            return Optional.empty();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Where the container's port is found. */
    static String address(GenericContainer<?> container, int port) {
        return container.getHost() + ":" + container.getMappedPort(port);
    }
}

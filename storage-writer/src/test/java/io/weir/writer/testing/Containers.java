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

/** Containers, where there is a Docker. */
public final class Containers {
    private static final Duration IMAGES_WITHIN = Duration.ofSeconds(60);

    private Containers() {}

    /** Does a Docker answer? */
    public static boolean canStart() {
        boolean isThere = System.getenv("DOCKER_HOST") != null || Files.exists(Path.of("/var/run/docker.sock"));
        return isThere && DockerClientFactory.instance().isDockerAvailable();
    }

    /** A container of this image with this port, if Docker answers and has or gets the images in time. */
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

package io.weir.gateway.poll;

import io.weir.contract.config.NamedFile;
import io.weir.contract.config.Refusal;
import io.weir.contract.config.YamlSource;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;

/** Reads the files of a source, again and again. Belongs to one thread. */
public final class FileDiscovery implements Runnable {
    private static final String FILE = "__meta_filepath";

    private final FileSource source;
    private final Discovery discovery;

    public FileDiscovery(FileSource source, Job<?> job) {
        this.source = source;
        this.discovery = new Discovery(job, FILE);
    }

    @Override
    public void run() {
        TreeSet<String> found = new TreeSet<>();
        for (Path pattern : source.patterns()) {
            try {
                find(pattern, found);
                discovery.readable(pattern.toString());
            } catch (IOException e) {
                discovery.failed(pattern.toString(), "cannot be read: " + e);
                return; // Which files are gone is not known.
            }
        }
        found.forEach(this::read);
        discovery.names().stream().filter(name -> !found.contains(name)).forEach(discovery::removed);
    }

    private static void find(Path pattern, Set<String> found) throws IOException {
        Path folder = pattern.toAbsolutePath().getParent();
        if (folder == null) {
            return;
        }
        String name = String.valueOf(pattern.getFileName());
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, name)) {
            files.forEach(file -> found.add(file.toString()));
        } catch (NoSuchFileException | NotDirectoryException e) {
            // There are no files yet.
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
    }

    private void read(String file) {
        try {
            discovery.listed(file, NamedFile.read(Path.of(file), YamlSource.MAX_BYTES));
        } catch (Refusal e) {
            discovery.failed(file, e.wrong());
        }
    }
}

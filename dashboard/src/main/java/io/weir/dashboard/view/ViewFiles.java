package io.weir.dashboard.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.weir.contract.config.Declaration;
import io.weir.contract.config.Mistake;
import io.weir.contract.config.MistakesException;
import io.weir.contract.config.YamlSource;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Reads views from a directory with a file for each, or from this jar. */
public final class ViewFiles {
    private static final String ENDING = ".yaml";
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");
    private static final int MOST = 100;
    private static final List<String> STANDARD = List.of("host", "weir");

    private ViewFiles() {}

    /** The views included in Weir: of a host with a probe, and of Weir itself. */
    public static List<View> standard() {
        return STANDARD.stream()
                .map(name -> ViewReader.read(name, standardSource(name)))
                .toList();
    }

    /** Every key that a file may have. */
    public static Collection<Declaration> declarations() {
        return YamlSource.declarations(root -> ViewReader.read("view", "", root));
    }

    private static YamlSource standardSource(String name) {
        try (InputStream text = Objects.requireNonNull(ViewFiles.class.getResourceAsStream(name + ENDING))) {
            return YamlSource.text(name + ENDING, new String(text.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The views of the directory's files that end with {@code .yaml}, by name.
     *
     * @throws MistakesException with all errors in any of them
     */
    public static List<View> in(Path directory) {
        List<Path> files = files(directory);
        List<View> views = new ArrayList<>();
        List<Mistake> mistakes = new ArrayList<>();
        for (Path file : files) {
            String name = file.getFileName().toString();
            String bare = name.substring(0, name.length() - ENDING.length());
            if (!isName(bare)) {
                mistakes.add(new Mistake(
                        file.toString(),
                        0,
                        "",
                        "has a name that is not valid in an address",
                        "use letters, digits, - and _"));
            }
            collect(mistakes, () -> ViewReader.read(bare, YamlSource.file(file)), views);
        }
        if (!mistakes.isEmpty()) {
            throw new MistakesException(mistakes);
        }
        return List.copyOf(views);
    }

    private static void collect(List<Mistake> mistakes, Supplier<View> read, List<View> views) {
        try {
            views.add(read.get());
        } catch (MistakesException e) {
            mistakes.addAll(e.mistakes());
        }
    }

    private static List<Path> files(Path directory) {
        try (Stream<Path> all = Files.list(directory)) {
            List<Path> files = all.filter(ViewFiles::isView).sorted().toList();
            if (files.isEmpty() || files.size() > MOST) {
                throw wrong(
                        directory,
                        "has " + files.size() + " files *" + ENDING + ", not 1 to " + MOST,
                        "write a file for each view (docs/dashboard.md), or omit dashboard.views");
            }
            return files;
        } catch (IOException e) {
            throw wrong(
                    directory,
                    Files.isDirectory(directory) ? "cannot be read: " + e.getMessage() : "is not a directory",
                    "set dashboard.views (WEIR_DASHBOARD_VIEWS) to a directory that the user of Weir may read");
        }
    }

    /** Whether a view may have this name, which is a part of its address. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    static boolean isView(Path file) {
        return file.getFileName().toString().endsWith(ENDING);
    }

    private static MistakesException wrong(Path directory, String wrong, String meant) {
        return new MistakesException(List.of(new Mistake(directory.toString(), 0, "", wrong, meant)));
    }
}

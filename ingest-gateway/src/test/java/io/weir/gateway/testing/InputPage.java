package io.weir.gateway.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** The documentation page of an input, and its code blocks. */
public final class InputPage {
    private static final Path PAGES = Path.of("..", "docs", "inputs");
    private static final Pattern BLOCK = Pattern.compile("```(\\w*)\\n(.*?)```", Pattern.DOTALL);

    private final String text;
    private final List<MatchResult> blocks;

    /** The page {@code docs/inputs/NAME.md}. */
    public InputPage(String name) {
        try {
            text = Files.readString(PAGES.resolve(name + ".md"));
            blocks = BLOCK.matcher(text).results().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The whole text. */
    public String text() {
        return text;
    }

    /** The blocks in this language, in order; {@code ""} for those without a language. */
    public List<String> blocks(String language) {
        return blocks.stream()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** The first block in this language that contains a text. */
    public String block(String language, String contained) {
        return blocks(language).stream()
                .filter(block -> block.contains(contained))
                .findFirst()
                .orElseThrow();
    }

    /** The lines of the first block without a language after the first one in {@code language}. */
    public List<String> arrivesAs(String language) {
        boolean isBehind = false;
        for (MatchResult block : blocks) {
            if (isBehind && block.group(1).isEmpty()) {
                return block.group(2).lines().toList();
            }
            isBehind |= block.group(1).equals(language);
        }
        throw new IllegalStateException("nothing arrives behind a block in " + language);
    }
}

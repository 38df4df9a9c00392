package io.weir.contract.config;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Decodes the bytes of a file that a user named. */
public final class NamedText {
    private NamedText() {}

    /**
     * The text, without a byte order mark.
     *
     * @param name of the file, for messages
     * @throws MistakesException if it is not UTF-8
     */
    public static String decode(String name, byte[] bytes) {
        ByteBuffer input = ByteBuffer.wrap(bytes);
        try {
            String text = StandardCharsets.UTF_8.newDecoder().decode(input).toString();
            return text.startsWith("\uFEFF") ? text.substring(1) : text;
        } catch (CharacterCodingException e) {
            int line = 1;
            for (int i = 0; i < input.position(); i++) {
                line += bytes[i] == '\n' ? 1 : 0;
            }
            throw new MistakesException(List.of(new Mistake(name, line, "", "is not UTF-8 text", "save it as UTF-8")));
        }
    }
}

package io.weir.contract.state;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Texts in saved state, which may be longer than {@link DataOutput#writeUTF} allows. */
public final class SavedText {

    private SavedText() {}

    public static void write(String text, DataOutput out) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    public static String read(DataInput in) throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, UTF_8);
    }
}

package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Saves and restores cells. */
final class SavedCells {

    private SavedCells() {}

    /** What was read of the first {@code entries} entries of cells of this layout. */
    static Cells restored(Cells cells, CellLayout layout, int entries) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int entry = 0; entry < entries; entry++) {
            cells.write(entry, new DataOutputStream(bytes));
        }
        DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes.toByteArray()));
        Cells restored = new Cells(layout, entries);
        for (int entry = 0; entry < entries; entry++) {
            restored.read(entry, in);
        }
        assertThat(in.available()).isZero();
        return restored;
    }
}

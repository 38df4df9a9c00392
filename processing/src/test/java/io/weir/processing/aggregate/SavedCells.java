package io.weir.processing.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import io.weir.processing.aggregate.cell.CellLayout;
import io.weir.processing.aggregate.group.Cells;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** Saves and restores cells. */
public final class SavedCells {

    private SavedCells() {}

    /** What was read of the first {@code entries} entries of cells of this layout. */
    public static Cells restored(Cells cells, CellLayout layout, int entries) throws IOException {
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

package io.weir.writer.store.remotewrite;

import com.google.protobuf.CodedOutputStream;
import io.weir.writer.store.Bytes;
import java.io.IOException;

/** How a version of the protocol writes the labels of a series. Used by one thread. */
interface LabelForm {

    /** Starts a request, for which the tags of all series are read again. */
    void clear();

    /** Reads the labels of the next series; returns their length in the request. */
    int read(SeriesLabels labels);

    /** Writes the labels that were read last. */
    void write(CodedOutputStream out) throws IOException;

    /** The part of the request that is before its series. */
    Bytes head();

    /** The tag of a series in the request. */
    int seriesTag();

    /** The bytes after the samples of a series. */
    byte[] seriesEnd();
}

package io.weir.gateway.mqtt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** The start of a packet; of a publication, up to its properties. Valid until its bytes are read. */
final class PublicationHead {
    private static final int PUBLISH = 3;
    private static final int QOS = 0b110;
    private static final int MOST_LENGTH_BYTES = 4;
    private static final int CONTINUES = 0x80;

    private final ByteBuf in;
    private final boolean isVersion5;
    private final int start;
    private final int type;
    private final int end;
    private int at;
    private boolean isShort;
    private boolean isPublication;
    private int topic;
    private int topicEnd;
    private int packetIdEnd;
    private int propertyBytes;

    /** Looks at the next packet, without reading it. */
    PublicationHead(ByteBuf in, boolean isVersion5) {
        this.in = in;
        this.isVersion5 = isVersion5;
        start = in.readerIndex();
        at = start;
        type = oneByte();
        int remaining = length();
        end = at + remaining;
        isPublication = type >> 4 == PUBLISH;
        if (isPublication && !isShort) {
            publication();
        }
    }

    private void publication() {
        int length = (oneByte() << 8) | oneByte();
        topic = at;
        topicEnd = topic + length;
        packetIdEnd = topicEnd + ((type & QOS) == 0 ? 0 : 2);
        at = packetIdEnd;
        isShort |= at > in.writerIndex();
        propertyBytes = isVersion5 ? length() : 0;
        boolean isBroken = at > end || propertyBytes > end - at || (isShort && in.writerIndex() >= end);
        if (isBroken) {
            isPublication = false;
            isShort = false;
        }
    }

    private int oneByte() {
        isShort |= at >= in.writerIndex();
        return isShort ? 0 : in.getUnsignedByte(at++);
    }

    /** A length of one to four bytes; the decoder refuses a longer one. */
    private int length() {
        int length = 0;
        int next = CONTINUES;
        for (int i = 0; i < MOST_LENGTH_BYTES && next >= CONTINUES; i++) {
            next = oneByte();
            length |= (next & (CONTINUES - 1)) << (7 * i);
        }
        return length;
    }

    /** Whether no byte of it is missing. */
    boolean isWhole() {
        return !isShort;
    }

    /** Whether it is a publication, and not broken. */
    boolean isPublication() {
        return isPublication;
    }

    int packetBytes() {
        return end - start;
    }

    /** Bytes before the properties. */
    int headBytes() {
        return at - start;
    }

    int propertyBytes() {
        return propertyBytes;
    }

    int bodyBytes() {
        return end - at - propertyBytes;
    }

    /** Whether the topic has a character that no topic may contain. */
    boolean hasWildcard() {
        boolean hasWildcard = false;
        for (int i = topic; i < topicEnd; i++) {
            hasWildcard |= isWildcard(in.getByte(i));
        }
        return hasWildcard;
    }

    private static boolean isWildcard(byte b) {
        return b == '#' || b == '+' || b == 0;
    }

    /** The head of a publication with this many bytes, without wildcards in its topic. */
    ByteBuf changed(ByteBufAllocator alloc, int newPropertyBytes, int newBodyBytes) {
        ByteBuf lengths = alloc.buffer();
        if (isVersion5) {
            writeLength(newPropertyBytes, lengths);
        }
        int topicLength = topicEnd - topic;
        int ofHead = 2 + packetIdEnd - topic + lengths.readableBytes();
        ByteBuf head = alloc.buffer(MOST_LENGTH_BYTES + 1 + ofHead).writeByte(type);
        writeLength(ofHead + newPropertyBytes + newBodyBytes, head);
        head.writeShort(topicLength);
        for (int i = topic; i < topicEnd; i++) {
            byte b = in.getByte(i);
            head.writeByte(isWildcard(b) ? PublicationGuard.REPLACED : b);
        }
        head.writeBytes(in, topicEnd, packetIdEnd - topicEnd).writeBytes(lengths);
        lengths.release();
        return head;
    }

    private static void writeLength(int length, ByteBuf into) {
        int rest = length;
        while (rest >= CONTINUES) {
            into.writeByte((rest & (CONTINUES - 1)) | CONTINUES);
            rest >>= 7;
        }
        into.writeByte(rest);
    }
}

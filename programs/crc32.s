; crc32: the CRC-32 of zlib, PNG and Ethernet, one per thread, over its message of `words` 32-bit words.
;
; Shows:    bit work for the ALU, three instructions per bit and no branch: with the bits reversed (brev) the shift is
;           an addition, the bit shifted out is its carry, and select picks the polynomial or zero. Almost nothing but
;           ALU: the run has no conflicts and keeps the ALU busy.
; Mapping:  word w of the message of thread t is message[w * threads + t]: a warp reads consecutive words.
; Sizes:    words = 8, 64 threads; -D words=16, -D threads=128.
;
; Registers: r0 place of the word, r1 remainder, bits reversed, r2 zero, r3 words left, r4 word or polynomial, r5 bytes
;            left.

.kernel crc32
.equ words 8
.equ threads 64
.threads threads

.const polynomial u32 = 0x04c11db7
.local message u32[words * threads]
.local crc u32[threads]

    mov.b32   r0, thread_id
    mov.b32   r1, 0xffffffff
    mov.b32   r2, 0
    mov.b32   r3, words
word:
    ld.local  r4, [r0 + message]
    brev.b32  r4, r4
    xor.b32   r1, r1, r4
    mov.b32   r5, 4
byte:
.rept 8
    add.u32   r1, r1, r1
    select.b32 r4, polynomial, r2
    xor.b32   r1, r1, r4
.endr
    sub.u32   r5, r5, 1 -> byte if nz
    add.u32   r0, r0, threads
    sub.u32   r3, r3, 1 -> word if nz

    brev.b32  r1, r1
    not.b32   r1, r1
    st.local  [thread_id + crc], r1
    ret

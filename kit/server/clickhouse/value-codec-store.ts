import type { Telemetry } from './telemetry.ts'

const codecs = {
  // Of levels of ZSTD the last one before compressing takes twice as long.
  standard: 'CODEC(Delta(8), ZSTD(8))',
  // ALP (Afroozeh et al., SIGMOD 2024) takes a third less space; the engine calls it experimental.
  experimental: 'CODEC(ALP, ZSTD(1))',
} as const

/**
 * Chooses how values of new parts are compressed; parts that exist stay as they are until they are
 * merged.
 */
export async function setValueCodec(
  telemetry: Telemetry,
  choice: keyof typeof codecs,
): Promise<void> {
  const [column] = await telemetry.rows<{ codec: string }>(
    `SELECT compression_codec AS codec FROM system.columns
     WHERE database = currentDatabase() AND table = 'numeric_readings' AND name = 'value'`,
  )
  if (column?.codec === codecs[choice]) return
  const setting = choice === 'experimental' ? ' SETTINGS allow_experimental_codecs = 1' : ''
  await telemetry.command(
    `ALTER TABLE numeric_readings MODIFY COLUMN value Float64 ${codecs[choice]}${setting}`,
  )
}

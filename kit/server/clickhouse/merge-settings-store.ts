import type { Telemetry } from './telemetry.ts'

/**
 * The engine counts every part as 5 MB more than it has, and leaves out of a merge what is small
 * beside the rest: a part of some MB was merged with the next small one every few seconds, so that
 * most of what was written had been written before.
 */
const settings: ReadonlyMap<string, number> = new Map([
  ['merge_selector_enable_heuristic_to_remove_small_parts_at_right', 0],
  ['min_parts_to_merge_at_once', 8],
])

/**
 * Lets tables merge several small parts at once, and not one by one. What a table has been given
 * already stays, and an engine that does not have a setting goes without it.
 */
export async function setMergeSettings(telemetry: Telemetry): Promise<void> {
  const names = [...settings.keys()].map((name) => `'${name}'`).join(', ')
  const known = await telemetry.rows<{ name: string }>(
    `SELECT name FROM system.merge_tree_settings WHERE name IN (${names})`,
  )
  const tables = await telemetry.rows<{ name: string; definition: string }>(
    `SELECT name, engine_full AS definition FROM system.tables
     WHERE database = currentDatabase() AND engine LIKE '%MergeTree'`,
  )
  for (const table of tables) {
    const missing = known
      .filter(({ name }) => !table.definition.includes(name))
      .map(({ name }) => `${name} = ${settings.get(name)}`)
    if (missing.length > 0)
      await telemetry.command(`ALTER TABLE \`${table.name}\` MODIFY SETTING ${missing.join(', ')}`)
  }
}

import type { Transaction } from 'kysely'
import { AppError, type FieldErrors } from '#kit/model/calls/errors.ts'
import { fieldError } from '#kit/model/calls/field-errors.ts'
import type { DB } from '#kit/server/postgres-schema.ts'
import type { Board } from '../contract/board.ts'
import { mergeBoards, type BoardContent, type Merged } from '../contract/merge.ts'
import { Areas, Widgets } from '../contract/page.ts'
import { deleteBoard } from './bin-store.ts'
import {
  auditBoard,
  boardToChange,
  describeBoard,
  extentOf,
  presentVersion,
  requireOwner,
  type BoardCall,
  type BoardReference,
  type BoardServices,
} from './board-services.ts'
import type { BoardRow } from './boards-store.ts'
import { requireOpenSensors } from './open-sensors.ts'
import { insertVersion, readVersion, type StoredVersion } from './versions-store.ts'

interface Edit {
  readonly name?: BoardContent['name'] | undefined
  readonly areas?: BoardContent['areas'] | undefined
  readonly widgets?: BoardContent['widgets'] | undefined
  /** The version from which it began. */
  readonly version: number
  readonly deleted?: true | undefined
}

interface Saved {
  readonly board: BoardRow
  /** Null: it is in the bin now. */
  readonly version: StoredVersion | null
}

/**
 * Saves, renames or deletes a board. What was saved since the edit began is merged; throws
 * `conflict`, which names what both changed.
 */
export async function saveBoard(
  services: BoardServices,
  call: BoardCall,
  reference: BoardReference,
  edit: Edit,
): Promise<{ board: Board | null; isMerged: boolean }> {
  const { caller } = call
  const { board, version } = await services.sql.transaction().execute(async (transaction) => {
    const found = await boardToChange(transaction, caller, reference)
    if (edit.version > found.version) throw staleEdit({ version: changedMeanwhile })
    const change = { board: found, edit }
    return edit.deleted
      ? intoBin(services, transaction, call, change)
      : save(services, transaction, call, change)
  })
  await services.notices.announce(reference.id)
  return {
    board: version && (await describeBoard(services, caller, board, version)),
    isMerged: version !== null && version.version > edit.version + 1,
  }
}

interface Change {
  readonly board: BoardRow
  readonly edit: Edit
}

export const changedMeanwhile = [fieldError('changed_meanwhile')]

/** An edit that began from another version, with what it would overwrite. */
export function staleEdit(errors: FieldErrors): AppError {
  return new AppError('conflict', 'It was changed meanwhile', { errors })
}

async function intoBin(
  services: BoardServices,
  transaction: Transaction<DB>,
  call: BoardCall,
  { board, edit }: Change,
): Promise<Saved> {
  requireOwner(board)
  // Whoever deletes has not seen what was saved meanwhile.
  if (edit.version !== board.version) throw staleEdit({ version: changedMeanwhile })
  const before = await presentVersion(transaction, board)
  await deleteBoard(transaction, board.id, new Date(services.clock()))
  await auditBoard(services, transaction, call, {
    ...{ verb: 'delete', board, before: extentOf(before) },
  })
  return { board, version: null }
}

async function save(
  services: BoardServices,
  transaction: Transaction<DB>,
  call: BoardCall,
  { board, edit }: Change,
): Promise<Saved> {
  const present = await presentVersion(transaction, board)
  const base = await baseOf(transaction, board.id, { present, edit })
  const { areas = [], widgets = [] } = edit
  const before = [present, base ?? present]
  requireOpenSensors(services.catalogue, call.caller, { areas, widgets }, before)
  const content = contentOf(mergeEdit(base, present, edit), edit)
  const version = await insertVersion(transaction, board.id, board.version + 1, {
    ...{ content, savedBy: call.caller.userId },
  })
  await auditBoard(services, transaction, call, {
    ...{ verb: 'update', board: { ...board, name: content.name } },
    ...{ before: extentOf(present), after: extentOf(content) },
  })
  return { board, version }
}

/** The version from which an edit began; null: it is not stored any more. */
async function baseOf(
  transaction: Transaction<DB>,
  id: string,
  { present, edit }: { readonly present: StoredVersion; readonly edit: Edit },
): Promise<StoredVersion | null> {
  if (edit.version === present.version) return present
  return (await readVersion(transaction, id, edit.version)) ?? null
}

/** What an edit does not name stays as it is stored, even where that breaks a rule. */
function mergeEdit(base: StoredVersion | null, present: StoredVersion, edit: Edit): Merged {
  const { areas = null, widgets = null } = edit
  const named = (content: BoardContent) => ({
    name: content.name,
    areas: areas ? content.areas : [],
    widgets: widgets ? content.widgets : [],
  })
  const merged = mergeBoards(base && named(base), named(present), {
    name: edit.name ?? (base ?? present).name,
    areas: areas ?? [],
    widgets: widgets ?? [],
  })
  const { content } = merged
  return {
    ...merged,
    content: {
      name: content.name,
      areas: areas ? content.areas : present.areas,
      widgets: widgets ? content.widgets : present.widgets,
    },
  }
}

/** What was merged. Throws `conflict`, which names the name and every part that both changed. */
function contentOf(merged: Merged, edit: Edit): BoardContent {
  const { content, isNameInConflict, areasInConflict, widgetsInConflict } = merged
  const conflicts = [
    ...(isNameInConflict ? ['name'] : []),
    ...areasInConflict.map((id) => `areas.${id}`),
    ...widgetsInConflict.map((id) => `widgets.${id}`),
  ]
  if (conflicts.length > 0)
    throw staleEdit(Object.fromEntries(conflicts.map((path) => [path, changedMeanwhile])))
  // Each edit alone keeps the limits of a board; both together may not.
  if (edit.areas && !Areas.safeParse(content.areas).success)
    throw staleEdit({ areas: changedMeanwhile })
  if (edit.widgets && !Widgets.safeParse(content.widgets).success)
    throw staleEdit({ widgets: changedMeanwhile })
  return content
}

import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { ApiError, isGoneOrClosed } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { toast } from '#kit/web/toast.ts'
import type { Board } from '../../../contract/board.ts'
import { listVersions } from '../../../contract/history.ts'
import { listPages, storePage, updatePage } from '../../../contract/routes.ts'
import { pageQuery } from '../../calls/query-pages.ts'
import { shown } from '../../calls/use-page-changes.ts'
import type { FindSensor } from '../../calls/use-sensors.ts'
import { answered, withLater, type Sending } from '../content/answered.ts'
import { normalizePage } from '../content/areas.ts'
import { withOpenSensors } from '../content/own-copy.ts'
import { isSame } from '../../../contract/choose.ts'
import type { PageContent } from '../content/page-content.ts'
import { joined, reconcile, type Choices, type Reconciliation } from '../content/reconcile.ts'
import type { Base, Editor } from '../state/use-editor.ts'

/** Both edits, and what a person must decide about them. */
export interface Conflict {
  readonly theirs: Board
  readonly base: PageContent
  readonly mine: PageContent
  /** What the editor said then. */
  readonly edit: PageContent
  readonly asked: Reconciliation
}

/** Others may save again and again while this one tries. */
const maximumAttempts = 5
const nothingChosen: Choices = new Map()

interface Saving {
  readonly isPending: boolean
  readonly conflict: Conflict | null
  readonly save: () => void
  /** Saves the edit as a page of the person's own, where the page itself is closed to them. */
  readonly saveOwn: () => void
  /** Saves both edits together, with what was chosen. */
  readonly saveJoined: (choices: Choices) => void
  /** Leaves the conflict for later; the edit goes on. */
  readonly goOn: () => void
}

interface SavedEdit {
  readonly editor: Editor
  readonly find: FindSensor
  /** Called with the id of the page that has it. */
  readonly onSaved: (id: string) => void
}

/**
 * Saves the edit of a page. What somebody else saved meanwhile is joined with it; where both
 * changed the same the person is asked, and nothing is stored before.
 */
export function useSaving(id: string, edit: SavedEdit): Saving {
  const { editor, find, onSaved } = edit
  const client = useQueryClient()
  const translate = useTranslations('pages')
  const textOf = useFieldErrorText()
  const [isPending, setPending] = useState(false)
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const finish = (board: Board, sent: PageContent, isJoined: boolean) => {
    // At once: an open dialog would count as something that goes on.
    flushSync(() => setConflict(null))
    shown(client, board)
    const goesOn = editor.settle(board.id === id ? board : null, sent)
    void invalidate(client, listPages, listVersions)
    const detail = goesOn ? 'save.since' : isJoined && 'save.joined'
    toast('success', translate('save.saved'), detail ? translate(detail) : null)
    if (!goesOn) onSaved(board.id)
  }
  const fail = (error: unknown) => {
    // It was deleted, or is closed to the person: the editor says so.
    if (isGoneOrClosed(error)) void client.invalidateQueries({ queryKey: pageQuery(id).queryKey })
    const reason = error instanceof ApiError ? Object.values(error.errors)[0]?.[0] : undefined
    if (reason && !(error instanceof ApiError && error.status === 409))
      toast('error', textOf(reason))
    else void showFailure(error)
  }
  const run = async (work: () => Promise<void>) => {
    if (isPending) return
    setPending(true)
    await work().catch(fail)
    setPending(false)
  }
  const trySave = async (start: Base, sending: Sending, attempts: number): Promise<void> => {
    try {
      const { data } = await call(updatePage, { body: bodyOf(id, start, sending.content) })
      if (data.board === null) throw new Error('a saved page is in the bin')
      finish(data.board, sending.edit, data.isMerged || attempts > 0)
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 409
      if (!isConflict || attempts >= maximumAttempts) throw error
      const theirs = (await client.fetchQuery({ ...pageQuery(id), staleTime: 0 })).data
      const edit = editor.now()
      const mine = withLater(sending, edit)
      const asked = reconcile(start.content, normalizePage(theirs), mine)
      if (asked.areas.length > 0 || asked.name)
        return setConflict({ theirs, base: start.content, mine, edit, asked })
      const content = joined(start.content, normalizePage(theirs), mine, nothingChosen)
      await saveOver(theirs, { edit, content }, attempts + 1)
    }
  }
  const saveOver = async (theirs: Board, sending: Sending, attempts: number): Promise<void> => {
    const start = { version: theirs.version, content: normalizePage(theirs) }
    // Nothing is left to save where all that was chosen, or done, is there already.
    if (isSame(start.content, sending.content)) finish(theirs, sending.edit, true)
    else await trySave(start, sending, attempts)
  }
  const storeOwn = async () => {
    const { content } = editor
    const areas = withOpenSensors(content.areas, (sensor) => find(sensor) !== null)
    const body = { name: content.name.trim(), areas }
    finish((await call(storePage, { body })).data, content, false)
  }
  return {
    ...{ isPending, conflict },
    saveOwn: () => void run(storeOwn),
    save: () => {
      const { base, content } = editor
      void run(() => trySave(base, { edit: content, content }, 0))
    },
    saveJoined: (choices) => {
      if (!conflict) return
      const { theirs } = conflict
      const asked = { ...conflict, theirs: normalizePage(theirs) }
      const { content, question } = answered(asked, choices, editor.now())
      // Where it cannot be saved another answer may be given.
      setConflict({ ...conflict, ...question, theirs })
      editor.rebase(theirs, content)
      void run(() => saveOver(theirs, { edit: content, content }, 1))
    },
    goOn: () => setConflict(null),
  }
}

/** Only what was changed is sent: a name alone touches no area of somebody else. */
function bodyOf(id: string, { version, content: before }: Base, { name, areas }: PageContent) {
  return {
    ...{ id, version },
    ...(name === before.name ? {} : { name: name.trim() }),
    ...(isSame(areas, before.areas) ? {} : { areas: [...areas] }),
  }
}

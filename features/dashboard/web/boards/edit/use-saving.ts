import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import type { Board } from '#features/pages/contract/board.ts'
import { readDashboard } from '#features/pages/contract/dashboards.ts'
import { ApiError, isGoneOrClosed } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { toast } from '#kit/web/toast.ts'
import { failureDetail, failureKey } from '#kit/web/calls/failure-text.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { useSaveDashboard } from '../calls/use-dashboards.ts'
import { draftOf, type Draft } from '../content/draft.ts'
import { joined, joinedAsChosen, type Choices, type Edits, type Joined } from '../content/joined.ts'
import { withOpenSensors } from '../content/own-copy.ts'
import type { FindSensor } from '../content/use-board-content.ts'
import type { Editor } from './use-editor.ts'

/** What is to be stored, and the version that it began from. */
interface Edit {
  /** Null: a dashboard that is not stored yet. */
  readonly id: string | null
  readonly version: number
  readonly base: Draft
  readonly mine: Draft
  /** What the editor said. */
  readonly draft: Draft
}

/** What somebody else saved meanwhile, and what a person must decide about both edits. */
export interface Conflict {
  /** As somebody else saved it. */
  readonly board: Board
  readonly edits: Edits
  /** What the editor said then. */
  readonly draft: Draft
  readonly asked: Joined
}

/** Takes what is stored now of what was sent; returns whether the edit goes on. */
export type Settle = (stored: Board, sent: Draft) => boolean

/** With what was done in the editor since. */
const withLater = ({ mine, draft }: Pick<Edit, 'mine' | 'draft'>, now: Draft): Draft =>
  draft === now ? mine : joined({ base: draft, theirs: mine, mine: now }).draft

/** Saves an edit, and asks when somebody else has saved the same meanwhile. */
export function useSaving(editor: Editor, find: FindSensor, onSaved: Settle) {
  const translate = useTranslations('dashboard.board')
  const errors = useTranslations('errors')
  const textOf = useFieldErrorText()
  const { mutate, isPending } = useSaveDashboard()
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const [wasClosed, setClosed] = useState(false)
  const { id, version, start: base } = editor.editing
  const { draft, now } = editor
  const name = draft.name.trim() === '' ? translate('unnamed') : draft.name.trim()
  const mine: Draft = { name, widgets: draft.widgets }
  const fail = (error: unknown) => {
    const detail = failureDetail(error)
    const reason = error instanceof ApiError ? Object.values(error.errors)[0]?.[0] : undefined
    const why = detail
      ? errors(`details.${detail.key}`, { seconds: detail.seconds })
      : reason
        ? textOf(reason)
        : errors(failureKey(error))
    toast('error', translate('notSaved'), why)
  }
  const ask = async (board: string, edit: Edit) => {
    try {
      const { data } = await call(readDashboard, { params: { id: board } })
      const edits = { base: edit.base, theirs: draftOf(data), mine: withLater(edit, now()) }
      setConflict({ board: data, edits, draft: now(), asked: joined(edits) })
    } catch (error) {
      fail(error)
    }
  }
  const store = (edit: Edit) =>
    mutate(
      { id: edit.id, version: edit.version, ...edit.mine },
      {
        onSuccess({ board, isMerged }) {
          // At once: an open dialog would count as something that goes on.
          flushSync(() => {
            setConflict(null)
            setClosed(false)
          })
          const goesOn = onSaved(board, edit.draft)
          const saved = translate(isMerged ? 'savedMerged' : 'saved')
          toast('success', saved, goesOn ? translate('since') : null)
        },
        onError(error) {
          const isConflict = error instanceof ApiError && error.status === 409
          if (isConflict && edit.id !== null) void ask(edit.id, edit)
          else if (edit.id !== null && isGoneOrClosed(error)) setClosed(true)
          else fail(error)
        },
      },
    )
  /** What is saved from the question on is asked about again. */
  const storeJoined = ({ board, edits, draft: asked }: Conflict, choices: Choices) => {
    const { draft: chosen } = joinedAsChosen(edits, choices)
    const joinedMine = withLater({ mine: chosen, draft: asked }, now())
    store({
      ...{ id: board.id, version: board.version, draft: now() },
      ...{ base: edits.theirs, mine: joinedMine },
    })
  }
  const open = withOpenSensors(mine.widgets, (sensor) => find(sensor) !== null)
  const storeOwn = (own: string) =>
    store({ id: null, version: 0, base: mine, mine: { name: own, widgets: open }, draft })
  return {
    isPending,
    conflict,
    save: () => store({ id, version, base, mine, draft }),
    saveJoined: (choices: Choices) => conflict && storeJoined(conflict, choices),
    saveCopy: () => storeOwn(translate('copyOf', { name })),
    wasClosed,
    saveOwn: () => storeOwn(name),
    closeClosed: () => setClosed(false),
    closeConflict: () => setConflict(null),
  }
}

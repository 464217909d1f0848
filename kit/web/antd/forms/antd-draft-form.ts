import { useState } from 'react'
import type { FieldErrors } from '#kit/model/calls/errors.ts'
import { ApiError } from '../../calls/api-error.ts'
import { showFailure } from '../../calls/query.ts'
import { useCloseOnce, useLatest } from '../../screens/late-answers.ts'
import { useUnsaved } from '../../screens/unsaved.ts'
import { useConfirmedClose } from './antd-confirmed-close.ts'

/** What is stored of what a form changes. */
export interface StoredBase {
  readonly id: number
  readonly version: number
}

/** A form as it is opened. */
export interface OpenDraft<Draft> {
  /** What it changes; null: nothing yet. */
  readonly base: StoredBase | null
  readonly draft: Draft
  /** Whether it was given back after a session that had ended. */
  readonly isTouched?: boolean
}

interface DraftFormOptions<Draft> {
  /** Unique among the forms of the screen. */
  readonly form: string
  readonly opened: OpenDraft<Draft>
  readonly isPending: boolean
  /** Sends what was entered; calls back with what is stored then, or why nothing is. */
  readonly send: (
    entered: Pick<OpenDraft<Draft>, 'base' | 'draft'>,
    on: { readonly onSaved: (saved: StoredBase) => void; readonly onError: (error: Error) => void },
  ) => void
  readonly onClose: () => void
}

/**
 * The entries of a dialog until they are stored. It closes then, once; where something was entered
 * meanwhile it stays open with that. Closed by the person, it asks whether entries may be lost.
 */
export function useDraftForm<Draft extends object>(options: DraftFormOptions<Draft>) {
  const { form, opened, isPending, send } = options
  const onClose = useCloseOnce(options.onClose)
  const [base, setBase] = useState(opened.base)
  const [draft, setDraft] = useState(opened.draft)
  const latest = useLatest(draft)
  const [errors, setErrors] = useState<FieldErrors>({})
  const isDirty = opened.isTouched === true || draft !== opened.draft
  const discard = useUnsaved(form, isDirty, (): OpenDraft<Draft> => ({
    ...{ base, draft, isTouched: true },
  }))
  const onSaved = (saved: StoredBase) => {
    if (latest.current !== draft) return setBase(saved)
    discard()
    onClose()
  }
  const onError = (error: Error) => {
    if (error instanceof ApiError && Object.keys(error.errors).length > 0) setErrors(error.errors)
    else void showFailure(error)
  }
  return {
    ...{ draft, errors, isPending },
    change(part: Partial<Draft>) {
      setErrors({})
      setDraft((before) => ({ ...before, ...part }))
    },
    submit() {
      if (!isPending) send({ base, draft }, { onSaved, onError })
    },
    close: useConfirmedClose({ isDirty, isPending, discard, onClose }),
  }
}

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { toast } from '#kit/web/toast.ts'
import type { OwnQuietHours } from '../../contract/own-notices.ts'
import { draftOf, hoursOf, identityOf, type QuietDraft } from './quiet-draft.ts'
import { useSaveQuietHours } from './use-own-notices.ts'

const formName = 'own-quiet-hours'
/** The entries of the own quiet hours, what is wrong with them, and the saving of them. */
export function useQuietHoursEditing(stored: OwnQuietHours) {
  const translate = useTranslations('notifications.own')
  const textOf = useFieldErrorText()
  const interrupted = useInterrupted<QuietDraft>(formName)
  const [draft, setDraft] = useState(interrupted ?? draftOf(stored))
  const [base, setBase] = useState(identityOf(stored))
  const [problem, setProblem] = useState('')
  const { mutate, isPending } = useSaveQuietHours()
  const entered = identityOf(hoursOf(draft))
  const present = identityOf(stored)
  if (base !== present) {
    setBase(present)
    // What was saved elsewhere, while nothing is entered here.
    if (entered === base) setDraft(draftOf(stored))
  }
  useUnsaved(formName, entered !== present, () => draft)
  return {
    ...{ draft, problem, isPending },
    change(part: Partial<QuietDraft>) {
      setProblem('')
      setDraft((before) => ({ ...before, ...part }))
    },
    save() {
      if (isPending) return
      setProblem('')
      mutate(hoursOf(draft), {
        onSuccess: () => void toast('success', translate('saved')),
        onError(error) {
          const reasons = error instanceof ApiError ? Object.values(error.errors).flat() : []
          const [reason] = reasons
          if (reason) setProblem(textOf(reason))
          else void showFailure(error)
        },
      })
    },
  }
}

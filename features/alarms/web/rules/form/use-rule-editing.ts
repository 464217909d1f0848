import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { call } from '#kit/web/calls/call.ts'
import { showFailure } from '#kit/web/calls/query.ts'
import { invalidate } from '#kit/web/calls/query-of.ts'
import { useLatest } from '#kit/web/screens/late-answers.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { toast } from '#kit/web/toast.ts'
import { listAlarmRules, readAlarmRule, type ListedRule } from '../../../contract/rule-routes.ts'
import type { AlarmRule } from '../../../contract/rule.ts'
import { ruleOf, type RuleDraft } from './draft.ts'
import { useSaveRule } from './use-save-rule.ts'

export const ruleForm = 'alarm-rule'

/** What the form holds, and the rule from which it started; null: a new one. */
export interface EditedRule {
  readonly base: AlarmRule | null
  readonly draft: RuleDraft
  /** What it would have done is shown at once. */
  readonly isTried?: boolean
}

type Errors = ReadonlyMap<string, string>
const noErrors: Errors = new Map()

/** What was changed since is not what the server refused. */
function withoutPaths(errors: Errors, paths: readonly string[]): Errors {
  const isChanged = (path: string) =>
    paths.some((changed) => path === changed || path.startsWith(`${changed}.`))
  return new Map([...errors].filter(([path]) => !isChanged(path)))
}

/**
 * The entries of the form, what is wrong with them, and the saving. `theirs` is the newest state
 * after somebody else saved meanwhile: nothing is overwritten until it was chosen or passed over.
 */
export function useRuleEditing(edited: EditedRule, isRestored: boolean, onSaved: () => void) {
  const translate = useTranslations('alarms.rules.form')
  const [draft, setDraft] = useState(edited.draft)
  const [base, setBase] = useState(edited.base)
  const [theirs, setTheirs] = useState<ListedRule | null>(null)
  const [isDirty, setDirty] = useState(isRestored)
  const [errors, setErrors] = useState(noErrors)
  const save = useSaveRule()
  const showRefusal = useShowRefusal(base, setErrors, setTheirs)
  const discard = useUnsaved(ruleForm, isDirty, () => ({ base, draft }))
  const latest = useLatest(draft)
  const send = (version: number) => {
    if (save.isPending) return
    setErrors(noErrors)
    save.mutate(
      { id: base?.id ?? null, version, draft },
      {
        onSuccess: ({ data: saved }) => {
          toast('success', translate('saved'))
          // What is typed while the rest is saved stays, and is not saved.
          if (latest.current !== draft) return setBase(saved)
          setDirty(false)
          discard()
          onSaved()
        },
        onError: (error) => void showRefusal(error),
      },
    )
  }
  return {
    ...{ draft, base, errors, isDirty, isPending: save.isPending, showRefusal, discard },
    change(part: Partial<RuleDraft>, paths: readonly string[]) {
      setDirty(true)
      setErrors((before) => withoutPaths(before, paths))
      setDraft((before) => ({ ...before, ...part }))
    },
    save: () => send(base?.version ?? 0),
    theirs: theirs && {
      take() {
        setDraft(ruleOf(theirs))
        setBase(theirs)
        setErrors(noErrors)
        setDirty(false)
        setTheirs(null)
      },
      overwrite() {
        setBase(theirs)
        setTheirs(null)
        send(theirs.version)
      },
    },
  }
}

/**
 * Shows why the server refused what was entered: at the fields that it names, else in a toast; an
 * edit conflict goes to `onConflict` with the newest state.
 */
function useShowRefusal(
  base: AlarmRule | null,
  show: (errors: Errors) => void,
  onConflict: (newest: ListedRule) => void,
) {
  const textOf = useFieldErrorText()
  const client = useQueryClient()
  return async (failure: unknown) => {
    if (!(failure instanceof ApiError)) return showFailure(failure)
    if (failure.code === 'conflict' && base !== null) {
      void invalidate(client, listAlarmRules)
      const newest = await call(readAlarmRule, { params: { id: base.id } }).catch(() => null)
      return newest === null ? showFailure(failure) : onConflict(newest.data)
    }
    const errors = Object.entries(failure.errors).map(
      ([path, reasons]) => [path, reasons.slice(0, 1).map(textOf).join('')] as const,
    )
    if (errors.length === 0) return showFailure(failure)
    show(new Map(errors))
  }
}

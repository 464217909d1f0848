import { useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { writtenFields, type WrittenFields } from '#features/accounts/contract/person-fields.ts'
import type { User } from '#features/accounts/contract/users.ts'
import {
  stillHolds,
  useShowFieldErrors,
  useShowRefusedForm,
} from '#kit/web/antd/forms/antd-form.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import { toast } from '#kit/web/toast.ts'
import { conflictReason } from './conflict-reason.ts'
import { userQuery } from './query-user.ts'
import { useUpdateUser } from './use-update-user.ts'

const formName = 'edit-user'

export interface UserEntries extends WrittenFields {
  readonly email: string
  readonly roles: string[]
  readonly permissions: string[]
}

const entriesOf = (user: User): UserEntries => {
  const { email, roles, permissions } = user
  return { ...writtenFields(user), email, roles, permissions }
}

/** What a session that ended leaves: the entries, and the state that they started from. */
interface InterruptedUser {
  readonly entries: UserEntries
  readonly base: User
}

/** A conflict that no field is the reason of: somebody else was first, or a rule of the whole. */
const isConflict = (failure: unknown): boolean =>
  failure instanceof ApiError &&
  failure.code === 'conflict' &&
  Object.keys(failure.errors).length === 0

/**
 * The entries of the form, the state that they started from, and the saving of them. `theirs` is
 * the newest state after somebody else saved meanwhile: nothing is overwritten until the person has
 * decided.
 */
export function useUserEditing(user: User) {
  const translate = useTranslations('administration.user')
  const [form] = Form.useForm<UserEntries>()
  const interrupted = useInterrupted<InterruptedUser>(formName)
  const [isDirty, setDirty] = useState(interrupted !== undefined)
  const [theirs, setTheirs] = useState<User | null>(null)
  const [base, setBase] = useState(interrupted?.base ?? user)
  const { mutate, isPending } = useUpdateUser(user.id)
  const showRefusal = useSaveRefusal(base, form, setTheirs)
  const markSaved = useUnsaved(formName, isDirty, () => ({
    entries: form.getFieldsValue(true) as UserEntries,
    base,
  }))

  // A newer state that differs in nothing this form holds (the person was disabled, say) is no
  // reason for a question when saving.
  const isSame = JSON.stringify(entriesOf(user)) === JSON.stringify(entriesOf(base))
  if (base !== user && (isSame || !isDirty)) setBase(user)
  useEffect(() => {
    if (!isDirty) form.setFieldsValue(entriesOf(base))
  }, [form, base, isDirty])
  const show = (shown: User) => {
    form.setFieldsValue(entriesOf(shown))
    setBase(shown)
    setDirty(false)
    setTheirs(null)
  }
  const save = (entries: UserEntries, version: number) => {
    if (isPending) return
    const onSuccess = (saved: User) => {
      // What is typed while the rest is saved stays, and is not saved.
      if (stillHolds(form, entries)) {
        show(saved)
        markSaved()
      } else setBase(saved)
      toast('success', translate('saved'))
    }
    mutate({ version, ...entries }, { onSuccess, onError: (error) => void showRefusal(error) })
  }
  return {
    form,
    initialEntries: interrupted?.entries ?? entriesOf(base),
    isDirty,
    isPending,
    onChange: () => setDirty(true),
    save: (entries: UserEntries) => save(entries, base.version),
    cancel: () => show(base),
    theirs: theirs && {
      take: () => show(theirs),
      overwrite: () => {
        setTheirs(null)
        save(form.getFieldsValue(), theirs.version)
      },
    },
  }
}

/**
 * Shows why entries were not saved; an edit conflict goes to `onConflict` with the newest state.
 */
function useSaveRefusal(
  base: User,
  form: ReturnType<typeof Form.useForm<UserEntries>>[0],
  onConflict: (newest: User) => void,
) {
  const reasons = useTranslations('administration.reasons')
  const showFieldErrors = useShowFieldErrors(form)
  const showRefusedForm = useShowRefusedForm(form)
  const client = useQueryClient()
  return async (failure: unknown) => {
    if (!isConflict(failure)) return showRefusedForm(failure)
    const newest = await client
      .fetchQuery({ ...userQuery(base.id), staleTime: 0 })
      .catch(() => null)
    const reason = conflictReason(newest?.data ?? null, base)
    if (newest !== null && reason === 'overtaken') return onConflict(newest.data)
    if (reason === 'unknown') return showRefusedForm(failure)
    showFieldErrors([{ name: 'roles', errors: [reasons('lastAdministrator')] }])
  }
}

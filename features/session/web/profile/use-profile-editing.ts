import { useQueryClient } from '@tanstack/react-query'
import { Form } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { writtenFields, type WrittenFields } from '#features/accounts/contract/person-fields.ts'
import type { Profile } from '#features/accounts/contract/profile.ts'
import type { Locale } from '#kit/model/locale.ts'
import { stillHolds, useShowRefusedForm } from '#kit/web/antd/forms/antd-form.ts'
import { ApiError } from '#kit/web/calls/api-error.ts'
import { useInterrupted, useUnsaved } from '#kit/web/screens/unsaved.ts'
import { useLanguage } from '#kit/web/texts/language.ts'
import { switchLanguage } from '#kit/web/texts/texts.tsx'
import { toast } from '#kit/web/toast.ts'
import { profileQuery } from './query-profile.ts'
import { useUpdateProfile } from './use-update-profile.ts'

const formName = 'profile'

export interface ProfileEntries extends WrittenFields {
  /** Empty for none. */
  readonly language: Locale | ''
}

const entriesOf = (profile: Profile): ProfileEntries => ({
  ...writtenFields(profile),
  language: profile.language ?? '',
})

/** What a session that ended leaves: the entries, and the state that they started from. */
interface InterruptedProfile {
  readonly entries: ProfileEntries
  readonly base: Profile
}

/**
 * The entries of the form and the saving of them. `theirs` is the newest state after the profile
 * was saved elsewhere meanwhile: nothing is overwritten until it was chosen or passed over.
 */
export function useProfileEditing(profile: Profile) {
  const translate = useTranslations('session.profile')
  const client = useQueryClient()
  const [form] = Form.useForm<ProfileEntries>()
  const [theirs, setTheirs] = useState<Profile | null>(null)
  const interrupted = useInterrupted<InterruptedProfile>(formName)
  const [isDirty, setDirty] = useState(interrupted !== undefined)
  const [base, setBase] = useState(interrupted?.base ?? profile)
  const showRefusedForm = useShowRefusedForm(form)
  const markSaved = useUnsaved(formName, isDirty, () => ({
    entries: form.getFieldsValue(true) as ProfileEntries,
    base,
  }))
  const { mutate, isPending } = useUpdateProfile()

  // A newer state that differs in nothing this form holds (the picture, say) is no conflict.
  const isSame = JSON.stringify(entriesOf(profile)) === JSON.stringify(entriesOf(base))
  if (base !== profile && (isSame || !isDirty)) setBase(profile)
  useEffect(() => {
    if (!isDirty) form.setFieldsValue(entriesOf(base))
  }, [form, base, isDirty])
  const show = (shown: Profile) => {
    setTheirs(null)
    setBase(shown)
    setDirty(false)
    form.setFieldsValue(entriesOf(shown))
  }
  const showRefusal = async (failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'conflict') {
      const newest = await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => null)
      if (newest !== null) return setTheirs(newest.data)
    }
    showRefusedForm(failure)
  }
  const onSuccess = (saved: Profile, sent: ProfileEntries) => {
    // What is typed while the rest is saved stays, and is not saved.
    if (stillHolds(form, sent)) {
      show(saved)
      markSaved()
    } else setBase(saved)
    toast('success', translate('saved'))
    if (saved.language !== null && saved.language !== useLanguage.getState().locale)
      void switchLanguage(saved.language)
  }
  const save = (sent: ProfileEntries, version: number) => {
    if (isPending) return
    const { language, ...entries } = sent
    mutate(
      { version, ...entries, language: language || null },
      { onSuccess: (saved) => onSuccess(saved, sent), onError: (error) => void showRefusal(error) },
    )
  }
  return {
    form,
    initialEntries: interrupted?.entries ?? entriesOf(profile),
    isPending,
    onChange: () => setDirty(true),
    save: (entries: ProfileEntries) => save(entries, base.version),
    theirs: theirs && {
      take: () => show(theirs),
      overwrite: () => save(form.getFieldsValue(), theirs.version),
    },
  }
}

import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { locales, type Locale } from '#kit/model/locale.ts'
import { showFieldErrors } from '#kit/web/antd/antd-form.ts'
import { Overtaken } from '#kit/web/antd/antd-overtaken.tsx'
import { ApiError } from '#kit/web/calls/call.ts'
import { languageNames, useLanguage } from '#kit/web/texts/language.ts'
import { tellFailure } from '#kit/web/calls/query.ts'
import { useFieldErrorText } from '#kit/web/texts/use-field-error-text.ts'
import { switchLanguage } from '#kit/web/texts/texts.tsx'
import { toast } from '#kit/web/toast.ts'
import { useUnsaved } from '#kit/web/screens/unsaved.ts'
import type { Profile } from '#features/accounts/contract/profile.ts'
import { AvatarField } from './avatar-field.tsx'
import { profileQuery } from './query-profile.ts'
import { useUpdateProfile } from './use-update-profile.ts'

interface ProfileEntries {
  readonly name: string
  readonly introduction: string
  /** Empty for none. */
  readonly language: Locale | ''
}

const entriesOf = ({ name, introduction, language }: Profile): ProfileEntries => ({
  name,
  introduction,
  language: language ?? '',
})

/** Picture, name, introduction, language. An edit that was overtaken elsewhere asks what to do. */
export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const translate = useTranslations('session.profile')
  const fieldErrorText = useFieldErrorText()
  const client = useQueryClient()
  const [form] = Form.useForm<ProfileEntries>()
  const [theirs, setTheirs] = useState<Profile | null>(null)
  const [isDirty, setDirty] = useState(false)
  useUnsaved(isDirty)
  const { mutate, isPending } = useUpdateProfile()

  const answer = async (failure: unknown) => {
    if (failure instanceof ApiError && failure.code === 'conflict') {
      const newest = await client.fetchQuery({ ...profileQuery, staleTime: 0 }).catch(() => null)
      if (newest !== null) return setTheirs(newest.data)
    }
    if (!showFieldErrors(form, failure, fieldErrorText)) void tellFailure(failure)
  }
  const save = ({ name, introduction, language }: ProfileEntries, version: number) => {
    if (isPending) return
    mutate(
      { version, name: name.trim(), introduction: introduction.trim(), language: language || null },
      {
        onSuccess: (saved) => {
          setTheirs(null)
          setDirty(false)
          form.setFieldsValue(entriesOf(saved))
          toast('success', translate('saved'))
          if (saved.language !== null && saved.language !== useLanguage.getState().locale)
            void switchLanguage(saved.language)
        },
        onError: (error) => void answer(error),
      },
    )
  }
  return (
    <section className="panel" aria-labelledby="profile-title">
      <header className="panel-head">
        <h2 id="profile-title">{translate('title')}</h2>
      </header>
      <div className="panel-body">
        <AvatarField profile={profile} />
        <Form<ProfileEntries>
          form={form}
          name="profile"
          layout="vertical"
          requiredMark={false}
          initialValues={entriesOf(profile)}
          scrollToFirstError={{ block: 'center', focus: true }}
          onValuesChange={() => setDirty(true)}
          onFinish={(entries) => save(entries, profile.version)}
        >
          {theirs !== null && (
            <Overtaken
              title={translate('conflictTitle')}
              onTakeTheirs={() => {
                form.setFieldsValue(entriesOf(theirs))
                setTheirs(null)
                setDirty(false)
              }}
              onKeepMine={() => save(form.getFieldsValue(), theirs.version)}
            />
          )}
          <Form.Item
            name="name"
            label={translate('name')}
            rules={[{ required: true, whitespace: true, message: translate('nameMissing') }]}
          >
            <Input maxLength={128} autoComplete="name" />
          </Form.Item>
          <Form.Item
            label={translate('email')}
            htmlFor="profile-email"
            extra={translate('emailNote')}
          >
            <Input id="profile-email" value={profile.email} readOnly />
          </Form.Item>
          <Form.Item name="introduction" label={translate('introduction')}>
            <Input.TextArea maxLength={2000} autoSize={{ minRows: 3, maxRows: 10 }} />
          </Form.Item>
          <Form.Item name="language" label={translate('language')}>
            <Select
              options={[
                { value: '', label: translate('anyLanguage') },
                ...locales.map((locale) => ({ value: locale, label: languageNames[locale] })),
              ]}
            />
          </Form.Item>
          <Form.Item label={translate('roles')}>
            <span className="profile-roles">
              {profile.roles.map((role) => (
                <span key={role} className={role === 'admin' ? 'tag warning' : 'tag'}>
                  <span className="clip">{role}</span>
                </span>
              ))}
            </span>
          </Form.Item>
          <Button type="primary" htmlType="submit" loading={isPending}>
            {translate('save')}
          </Button>
        </Form>
      </div>
    </section>
  )
}

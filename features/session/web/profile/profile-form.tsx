import { Button, Form, Input, Select } from 'antd'
import { useTranslations } from 'use-intl'
import type { Profile } from '#features/accounts/contract/profile.ts'
import { locales } from '#kit/model/locale.ts'
import { EditConflict } from '#kit/web/antd/forms/antd-edit-conflict.tsx'
import { languageNames } from '#kit/web/texts/language.ts'
import { AvatarField } from './avatar-field.tsx'
import { useProfileEditing, type ProfileEntries } from './use-profile-editing.ts'

/** Picture, name, introduction, language. An edit conflict asks what to do. */
export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const translate = useTranslations('session.profile')
  const editing = useProfileEditing(profile)
  return (
    <section className="panel" aria-labelledby="profile-title">
      <header className="panel-head">
        <h2 id="profile-title">{translate('title')}</h2>
      </header>
      <div className="panel-body">
        <AvatarField profile={profile} />
        <Form<ProfileEntries>
          form={editing.form}
          name="profile"
          layout="vertical"
          requiredMark={false}
          initialValues={editing.initialEntries}
          scrollToFirstError={{ block: 'center', focus: true }}
          onValuesChange={editing.onChange}
          onFinish={editing.save}
        >
          {editing.theirs && (
            <EditConflict
              title={translate('conflictTitle')}
              onTakeTheirs={editing.theirs.take}
              onKeepMine={editing.theirs.overwrite}
            />
          )}
          <ProfileFields profile={profile} />
          <Button type="primary" htmlType="submit" loading={editing.isPending}>
            {translate('save')}
          </Button>
        </Form>
      </div>
    </section>
  )
}

function ProfileFields({ profile }: { readonly profile: Profile }) {
  const translate = useTranslations('session.profile')
  return (
    <>
      <Form.Item
        name="name"
        label={translate('name')}
        rules={[{ required: true, whitespace: true, message: translate('nameMissing') }]}
      >
        <Input maxLength={128} autoComplete="name" />
      </Form.Item>
      <Form.Item label={translate('email')} htmlFor="profile-email" extra={translate('emailNote')}>
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
    </>
  )
}

import { Form, Input, Switch } from 'antd'
import { useId, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { EditConflict } from '#kit/web/antd/forms/antd-edit-conflict.tsx'
import { FormDrawer } from '#kit/web/antd/forms/antd-form-drawer.tsx'
import { BehaviourFields } from './behaviour-fields.tsx'
import { ConditionFields } from './conditions/condition-fields.tsx'
import { FieldFrame } from './field-frame.tsx'
import { HoursFields } from './hours-fields.tsx'
import { ImportanceFields } from './importance-fields.tsx'
import { MessageFields } from './message-fields.tsx'
import { RuleEntriesProvider, errorAt, useRuleEntries } from './rule-entries.tsx'
import { SuppressionField } from './suppression-field.tsx'
import { TargetFields } from './target-fields.tsx'
import { RuleWhatIf } from '../what-if/rule-what-if.tsx'
import { useRuleEditing, type EditedRule } from './use-rule-editing.ts'
import { useConfirmedClose } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { useCloseOnce } from '#kit/web/screens/late-answers.ts'

interface RuleDrawerProps {
  readonly edited: EditedRule
  /** A session ended before it was saved. */
  readonly isRestored: boolean
  readonly onClose: () => void
}

/** A rule to be entered or changed. */
export function RuleDrawer({ edited, isRestored, onClose }: RuleDrawerProps) {
  const translate = useTranslations('alarms.rules.form')
  const closeOnce = useCloseOnce(onClose)
  const editing = useRuleEditing(edited, isRestored, closeOnce)
  const { draft, base, errors } = editing
  const close = useConfirmedClose({ ...editing, onClose: closeOnce })
  const formId = useId()
  return (
    <FormDrawer
      title={translate(base === null ? 'addTitle' : 'title')}
      size={760}
      formId={formId}
      cancel={translate('cancel')}
      submit={translate(base === null ? 'add' : 'save')}
      isUnchanged={base !== null && !editing.isDirty}
      isPending={editing.isPending}
      onClose={close}
    >
      <Form id={formId} layout="vertical" onFinish={editing.save} autoComplete="off">
        {editing.theirs && (
          <EditConflict
            title={translate('conflictTitle')}
            onTakeTheirs={editing.theirs.take}
            onKeepMine={editing.theirs.overwrite}
          />
        )}
        <RuleEntriesProvider
          value={{ draft, id: base?.id ?? null, errors, change: editing.change }}
        >
          <NameFields />
          <Part title={translate('part.target')}>
            <TargetFields />
          </Part>
          <Part title={translate('part.condition')}>
            <ConditionFields />
            <BehaviourFields />
          </Part>
          <Part title={translate('part.try')}>
            <RuleWhatIf
              isAskedAtOnce={edited.isTried ?? false}
              onRefused={(error) => void editing.showRefusal(error)}
            />
          </Part>
          <Part title={translate('part.importance')}>
            <ImportanceFields />
          </Part>
          <Part title={translate('part.message')}>
            <MessageFields />
          </Part>
          <Part title={translate('part.hours')}>
            <HoursFields />
            <SuppressionField />
          </Part>
        </RuleEntriesProvider>
      </Form>
    </FormDrawer>
  )
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="alarm-rules-part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

function NameFields() {
  const translate = useTranslations('alarms.rules.form')
  const { draft, errors, change } = useRuleEntries()
  return (
    <div className="alarm-rules-heading">
      <FieldFrame label={translate('name')} error={errorAt(errors, 'name')}>
        {(id) => (
          <Input
            id={id}
            value={draft.name}
            maxLength={128}
            onChange={({ target }) => change({ name: target.value }, ['name'])}
          />
        )}
      </FieldFrame>
      <FieldFrame label={translate('counts')}>
        {(id) => (
          <Switch
            id={id}
            checked={draft.isEnabled}
            onChange={(isEnabled) => change({ isEnabled }, ['isEnabled'])}
          />
        )}
      </FieldFrame>
    </div>
  )
}

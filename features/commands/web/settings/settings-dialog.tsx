import { Button, Checkbox } from 'antd'
import { useTranslations } from 'use-intl'
import { maximumTargets, type CommandSettings } from '#features/commands/contract/routes.ts'
import { Icon } from '#kit/ui/icon.tsx'
import { useConfirmedClose } from '#kit/web/antd/forms/antd-confirmed-close.ts'
import { EditConflict } from '#kit/web/antd/forms/antd-edit-conflict.tsx'
import { FormDialog } from '#kit/web/antd/forms/antd-form-dialog.tsx'
import { useCloseOnce } from '#kit/web/screens/late-answers.ts'
import { TargetFields } from './target-fields.tsx'
import { newTarget, type TargetEntry } from './target-entries.ts'
import { useSettingsEditing } from './use-settings-editing.ts'

interface SettingsDialogProps {
  readonly lesiId: string
  readonly settings: CommandSettings
  readonly onClose: () => void
}

/** Whether a device takes commands, and which. */
export function SettingsDialog({ lesiId, settings, onClose }: SettingsDialogProps) {
  const translate = useTranslations('commands.settings')
  const closeOnce = useCloseOnce(onClose)
  const editing = useSettingsEditing(lesiId, settings, closeOnce)
  const { entries, isPending, problem, change, theirs } = editing
  const close = useConfirmedClose({ ...editing, onClose: closeOnce })
  return (
    <FormDialog
      width={760}
      title={translate('title')}
      texts={{ save: translate('save'), cancel: translate('cancel') }}
      isPending={isPending}
      onSubmit={editing.save}
      onClose={close}
    >
      {theirs && (
        <EditConflict
          title={translate('conflictTitle')}
          onTakeTheirs={theirs.take}
          onKeepMine={theirs.overwrite}
        />
      )}
      <Checkbox
        checked={entries.enabled}
        onChange={({ target }) => change({ enabled: target.checked })}
      >
        {translate('enabled')}
      </Checkbox>
      <p className="device-note">{translate('note')}</p>
      <Targets targets={entries.targets} onChange={(targets) => change({ targets })} />
      {problem !== null && (
        <p className="command-problem" role="alert">
          {problem}
        </p>
      )}
    </FormDialog>
  )
}

interface TargetsProps {
  readonly targets: readonly TargetEntry[]
  readonly onChange: (targets: readonly TargetEntry[]) => void
}

/** What the device takes, and one more. */
function Targets({ targets, onChange }: TargetsProps) {
  const translate = useTranslations('commands.settings')
  return (
    <>
      {targets.map((target, index) => (
        <TargetFields
          key={target.key}
          target={target}
          onChange={(next) => onChange(targets.with(index, next))}
          onRemove={() => onChange(targets.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="small"
        icon={<Icon name="plus" size={14} />}
        disabled={targets.length >= maximumTargets}
        onClick={() => onChange([...targets, newTarget()])}
      >
        {translate('add')}
      </Button>
    </>
  )
}

import { Alert, Button } from 'antd'
import { useTranslations } from 'use-intl'

interface EditConflictProps {
  /** What happened: who or what changed it meanwhile. */
  readonly title: string
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
}

/**
 * Stands in a form whose record somebody else saved meanwhile. Nothing is overwritten until the
 * person says whose version counts.
 */
export function EditConflict({ title, onTakeTheirs, onKeepMine }: EditConflictProps) {
  const translate = useTranslations('common.editConflict')
  return (
    <Alert
      type="warning"
      className="edit-conflict"
      title={title}
      description={translate('text')}
      action={
        <span className="edit-conflict-actions">
          <Button size="small" onClick={onTakeTheirs}>
            {translate('takeTheirs')}
          </Button>
          <Button size="small" onClick={onKeepMine}>
            {translate('keepMine')}
          </Button>
        </span>
      }
    />
  )
}

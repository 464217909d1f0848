import { Alert, Button } from 'antd'
import { useTranslations } from 'use-intl'

interface OvertakenProps {
  /** What happened: who or what changed it meanwhile. */
  readonly title: string
  readonly onTakeTheirs: () => void
  readonly onKeepMine: () => void
}

/**
 * Stands in a form whose record somebody else saved meanwhile. Nothing is overwritten until the
 * person says whose version counts.
 */
export function Overtaken({ title, onTakeTheirs, onKeepMine }: OvertakenProps) {
  const translate = useTranslations('common.overtaken')
  return (
    <Alert
      type="warning"
      className="overtaken"
      title={title}
      description={translate('text')}
      action={
        <span className="overtaken-ways">
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

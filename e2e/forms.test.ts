import './forms/hidden-tab.ts'
import './forms/session-end.ts'
import './forms/field-errors.ts'

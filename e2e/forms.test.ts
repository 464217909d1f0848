import './forms/hidden-tab.ts'
import './forms/session-end.ts'

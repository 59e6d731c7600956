export { leadersQuery, statsQuery } from './api';
export { byCurrencyText, revenueText } from './model/revenue-text';
export { AnalyticsTab } from './screen';

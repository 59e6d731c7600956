export { statsQuery } from './api';
export { FigureCard } from './components/figure-card';
export { byCurrencyText, revenueText } from './model/revenue-text';
export { AnalyticsTab } from './screen';

export { CategoryTimeline } from './components/category-timeline';

import { BigScreen } from '../features/big-screen';

export const BigScreenPage = ({ params }: { params: { categoryId?: string } }) => (
  <BigScreen categoryId={params.categoryId ?? null} />
);
